import { statements, type Migration } from './migration.ts'

/** Problems of imported rows name their field; rows that cannot be taken hold their text. */
export const migration0190: Migration = {
  name: '0190-import-problems',
  up: statements([
    `ALTER TABLE directory_import_rows ADD COLUMN text TEXT`,
    `UPDATE directory_import_rows SET problems = (
      SELECT json_group_array(json_object('field', NULL, 'message', value)) FROM json_each(directory_import_rows.problems)
    ) WHERE problems <> '[]'`,
  ]),
}
