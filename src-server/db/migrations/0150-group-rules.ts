import { statements, type Migration } from './migration.ts'

/**
 * Group rules, and why people are members. A membership that is there already was made by hand. WHY a column and not a row for
 * that: most memberships have no other reason, and a new column with a constant rewrites nothing.
 * A reason outlives its rule: the membership of a rule that was deleted without its people stays.
 * The revision is another one after each change of the rules, also after one that is rolled back and made again.
 */
export const migration0150: Migration = {
  name: '0150-group-rules',
  up: statements([
    `CREATE TABLE group_rules (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      conditions JSON NOT NULL,
      group_ids JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `ALTER TABLE group_members ADD COLUMN by_hand TINYINT(1) NOT NULL DEFAULT 1`,
    `CREATE TABLE group_member_rules (
      group_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      rule_id TEXT NOT NULL,
      PRIMARY KEY (group_id, user_id, rule_id),
      FOREIGN KEY (group_id, user_id) REFERENCES group_members (group_id, user_id) ON DELETE CASCADE
    ) WITHOUT ROWID`,
    `CREATE INDEX group_member_rules_rule ON group_member_rules (rule_id, user_id)`,
    `CREATE TABLE group_rules_revision (value TEXT NOT NULL)`,
    `INSERT INTO group_rules_revision (value) VALUES (hex(randomblob(8)))`,
    ...['INSERT', 'UPDATE', 'DELETE'].map(
      (change) => `CREATE TRIGGER group_rules_after_${change.toLowerCase()} AFTER ${change} ON group_rules BEGIN
        UPDATE group_rules_revision SET value = hex(randomblob(8));
      END`,
    ),
  ]),
}
