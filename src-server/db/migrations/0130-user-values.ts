import { statements, type Migration } from './migration.ts'

/** Attributes with columns and indexes of their own. */
const IN_COLUMNS = `'login', 'email', 'firstName', 'lastName'`

/**
 * The entries of profiles: their attributes with their values, of lists each element. Texts are cut, which bounds the index, and
 * fold A–Z; truths are bytes, so that neither a number nor a text equals one; what is no plain value is a byte that none equals.
 * @param row with the columns `id` and `profile`
 * @param from the table of that row and a comma, where it is none of a trigger
 */
const entriesOf = (row: string, from = '') => `
  SELECT attribute, value, user_id, max(place = 0 AND type NOT IN ('object', 'array')) AS is_first FROM (
    SELECT attribute, user_id, type, place, CASE type
      WHEN 'text' THEN lower(substr(atom, 1, 255))
      WHEN 'integer' THEN CAST(atom AS REAL)
      WHEN 'real' THEN CAST(atom AS REAL)
      WHEN 'false' THEN x'00'
      WHEN 'true' THEN x'01'
      WHEN 'object' THEN x'02'
      WHEN 'array' THEN x'02'
    END AS value FROM (
      SELECT p.key AS attribute, ${row}.id AS user_id, coalesce(e.key, 0) AS place,
        iif(p.type = 'array', e.type, p.type) AS type, iif(p.type = 'array', e.atom, p.atom) AS atom
      FROM ${from} json_each(${row}.profile) p LEFT JOIN json_each(iif(p.type = 'array', p.value, NULL)) e
      WHERE p.key NOT IN (${IN_COLUMNS})
    )
  ) WHERE value IS NOT NULL GROUP BY attribute, value, user_id`

const COLUMNS = 'attribute, value, user_id, is_first'
const KEY = '(attribute, value, user_id)'
const remove = (entries: string) =>
  `DELETE FROM user_values WHERE ${KEY} IN (SELECT attribute, value, user_id FROM (${entries}))`
const add = (entries: string) => `INSERT INTO user_values (${COLUMNS}) SELECT ${COLUMNS} FROM (${entries})`

/** Indexes the profiles of everybody, of whom none is indexed yet. */
export const FILL_USER_VALUES = add(entriesOf('u', 'users u,'))

/**
 * What finds and sorts people by any attribute of their profiles, those that a schema names later included: one row for each
 * value. `is_first` marks the value that a person is sorted by. Triggers fill it, so that no write can forget.
 */
export const migration0130: Migration = {
  name: '0130-user-values',
  up: statements([
    `CREATE TABLE user_values (
      attribute TEXT NOT NULL,
      value NOT NULL,
      user_id TEXT NOT NULL,
      is_first TINYINT(1) NOT NULL,
      PRIMARY KEY ${KEY}
    ) WITHOUT ROWID`,
    FILL_USER_VALUES,
    `CREATE TRIGGER user_values_inserted AFTER INSERT ON users BEGIN ${add(entriesOf('new'))}; END`,
    `CREATE TRIGGER user_values_deleted AFTER DELETE ON users BEGIN ${remove(entriesOf('old'))}; END`,
    `CREATE TRIGGER user_values_updated AFTER UPDATE OF profile ON users WHEN old.profile IS NOT new.profile BEGIN
      ${remove(`${entriesOf('old')} EXCEPT ${entriesOf('new')}`)};
      ${add(`${entriesOf('new')} EXCEPT ${entriesOf('old')}`)};
    END`,
  ]),
}
