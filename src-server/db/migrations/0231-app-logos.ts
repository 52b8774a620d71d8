import { statements, type Migration } from './migration.ts'

/** Applications have pictures too, which go with them; null is the organization's. */
export const migration0231: Migration = {
  name: '0231-app-logos',
  up: statements([
    'ALTER TABLE organization_logos RENAME TO logos',
    'ALTER TABLE logos ADD COLUMN app_id TEXT REFERENCES apps (id) ON DELETE CASCADE',
    'CREATE UNIQUE INDEX logos_app ON logos (app_id)',
  ]),
}
