import { statements, type Migration } from './migration.ts'

/** As step 0070 indexes a text: two marks at its beginning, and two blanks between words. */
const indexed = (text: string) => `char(1, 1) || replace(${text}, ' ', '  ')`

const condition = (row: string) => `${row}.conditions ->> '$.expression'`
const texts = (row: string) => `${indexed(`${row}.name`)} || char(1), ${indexed(condition(row))}`
const found = (row: string) => `id = ${row}.id AND kind = 'groupRule'`
const numberOf = (row: string) => `(SELECT number FROM search_objects WHERE ${found(row)})`
const asked = (row: string) => `(${row}.name COLLATE BINARY, ${condition(row)})`

/** Group rules are found by name and by what they ask, like all other objects (step 0070). */
export const migration0180: Migration = {
  name: '0180-group-rule-search',
  up: statements([
    `INSERT INTO search_objects (kind, id, name, detail, parent_id)
      SELECT 'groupRule', x.id, x.name, ${condition('x')}, NULL FROM group_rules x ORDER BY x.id`,
    `INSERT INTO search_texts (rowid, name, words)
      SELECT o.number, ${texts('x')} FROM group_rules x
      JOIN search_objects o ON o.id = x.id AND o.kind = 'groupRule' ORDER BY o.number`,
    `CREATE TRIGGER search_group_rules_inserted AFTER INSERT ON group_rules BEGIN
      INSERT INTO search_objects (kind, id, name, detail, parent_id)
        VALUES ('groupRule', new.id, new.name, ${condition('new')}, NULL);
      INSERT INTO search_texts (rowid, name, words) VALUES (${numberOf('new')}, ${texts('new')});
    END`,
    `CREATE TRIGGER search_group_rules_deleted AFTER DELETE ON group_rules BEGIN
      DELETE FROM search_texts WHERE rowid = ${numberOf('old')};
      DELETE FROM search_objects WHERE ${found('old')};
    END`,
    `CREATE TRIGGER search_group_rules_updated AFTER UPDATE OF name, conditions ON group_rules
      WHEN ${asked('old')} IS NOT ${asked('new')} BEGIN
      UPDATE search_objects SET name = new.name, detail = ${condition('new')} WHERE ${found('new')};
      UPDATE search_texts SET name = ${indexed('new.name')} || char(1), words = ${indexed(condition('new'))}
        WHERE rowid = ${numberOf('new')};
    END`,
  ]),
}
