import { statements, type Migration } from './migration.ts'

/** Whose signature an imported log bore: the SHA-256 of that key, null for an unsigned log. */
export const migration0105: Migration = {
  name: '0105-import-keys',
  up: statements(['ALTER TABLE log_imports ADD COLUMN key_fingerprint TEXT']),
}
