import { statements, type Migration } from './migration.ts'

/** The values of unique attributes that a person of a type has. @param person NEW of a trigger, or a table @param type the column of their type */
const valuesOf = (person: string) =>
  `SELECT a.name, CAST(j.value AS TEXT), ${person}.id FROM unique_attributes a
     JOIN json_each(${person}.profile) j ON j.key = a.name
     WHERE a.type_id = ${person}.type_id AND j.type <> 'null'`

const hasAny = (row: string) => `EXISTS (SELECT 1 FROM unique_attributes WHERE type_id = ${row}.type_id)`

/**
 * Schemas of profiles as far as they differ from the base ones, and what of people must be unique. Values are found by an index that
 * ignores case, as logins do; triggers fill it, so that whatever writes people cannot forget it.
 */
export const migration0140: Migration = {
  name: '0140-profile-schemas',
  up: statements([
    `CREATE TABLE profile_schemas (
      owner_id TEXT PRIMARY KEY,
      version TEXT NOT NULL,
      custom JSON NOT NULL,
      base JSON NOT NULL,
      suffix TEXT,
      last_updated TEXT NOT NULL
    )`,
    `CREATE TABLE unique_attributes (
      type_id TEXT NOT NULL REFERENCES user_types (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      PRIMARY KEY (type_id, name)
    ) WITHOUT ROWID`,
    `CREATE TABLE unique_values (
      name TEXT NOT NULL,
      value TEXT NOT NULL COLLATE NOCASE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (name, value)
    ) WITHOUT ROWID`,
    `CREATE INDEX unique_values_user ON unique_values (user_id)`,
    `CREATE TRIGGER unique_values_insert AFTER INSERT ON users WHEN ${hasAny('NEW')} BEGIN
      INSERT INTO unique_values ${valuesOf('NEW')};
    END`,
    `CREATE TRIGGER unique_values_update AFTER UPDATE OF profile, type_id ON users
      WHEN ${hasAny('NEW')} OR ${hasAny('OLD')} BEGIN
      DELETE FROM unique_values WHERE user_id = OLD.id;
      INSERT INTO unique_values ${valuesOf('NEW')};
    END`,
    `CREATE TRIGGER unique_attributes_insert AFTER INSERT ON unique_attributes BEGIN
      INSERT INTO unique_values SELECT NEW.name, CAST(j.value AS TEXT), u.id FROM users u
        JOIN json_each(u.profile) j ON j.key = NEW.name
        WHERE u.type_id = NEW.type_id AND j.type <> 'null';
    END`,
    `CREATE TRIGGER unique_attributes_delete AFTER DELETE ON unique_attributes BEGIN
      DELETE FROM unique_values WHERE name = OLD.name
        AND user_id IN (SELECT id FROM users WHERE type_id = OLD.type_id);
    END`,
  ]),
}
