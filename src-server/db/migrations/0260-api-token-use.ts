import { statements, type Migration } from './migration.ts'

/** As step 0070 indexes a text: two marks at its beginning, and two blanks between words. */
const texts = (row: string) => `char(1, 1) || replace(${row}.name, ' ', '  ') || char(1), NULL`
const found = (row: string) => `id = ${row}.id AND kind = 'apiToken'`
const numberOf = (row: string) => `(SELECT number FROM search_objects WHERE ${found(row)})`

/** Where API tokens work from and when they were used last; and they are found by their names, like all other objects. */
export const migration0260: Migration = {
  name: '0260-api-token-use',
  up: statements([
    `ALTER TABLE api_tokens ADD COLUMN network TEXT NOT NULL DEFAULT '{"connection":"ANYWHERE"}'`,
    'ALTER TABLE api_tokens ADD COLUMN last_used TEXT',
    // Known by their name before, which everybody can give a token.
    'ALTER TABLE api_tokens ADD COLUMN given INTEGER NOT NULL DEFAULT 0',
    `UPDATE api_tokens SET given = 1 WHERE name = 'Given at start'`,
    `INSERT INTO search_objects (kind, id, name, detail, parent_id)
      SELECT 'apiToken', x.id, x.name, NULL, NULL FROM api_tokens x ORDER BY x.id`,
    `INSERT INTO search_texts (rowid, name, words)
      SELECT o.number, ${texts('x')} FROM api_tokens x
      JOIN search_objects o ON o.id = x.id AND o.kind = 'apiToken' ORDER BY o.number`,
    `CREATE TRIGGER search_api_tokens_inserted AFTER INSERT ON api_tokens BEGIN
      INSERT INTO search_objects (kind, id, name, detail, parent_id)
        VALUES ('apiToken', new.id, new.name, NULL, NULL);
      INSERT INTO search_texts (rowid, name, words) VALUES (${numberOf('new')}, ${texts('new')});
    END`,
    `CREATE TRIGGER search_api_tokens_deleted AFTER DELETE ON api_tokens BEGIN
      DELETE FROM search_texts WHERE rowid = ${numberOf('old')};
      DELETE FROM search_objects WHERE ${found('old')};
    END`,
    `CREATE TRIGGER search_api_tokens_updated AFTER UPDATE OF name ON api_tokens
      WHEN old.name IS NOT new.name COLLATE BINARY BEGIN
      UPDATE search_objects SET name = new.name WHERE ${found('new')};
      UPDATE search_texts SET name = char(1, 1) || replace(new.name, ' ', '  ') || char(1), words = NULL
        WHERE rowid = ${numberOf('new')};
    END`,
  ]),
}
