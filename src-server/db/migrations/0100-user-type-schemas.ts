import { newId } from '../ids.ts'
import type { Migration } from './migration.ts'

/**
 * Gives each user type the id of its schema, which links name from now on, and says of the default one that the service made it,
 * in the interface's own words (spec/5 §5). What a person has changed of it stays.
 */
export const migration0100: Migration = {
  name: '0100-user-type-schemas',
  async up(tx) {
    await tx.exec('ALTER TABLE user_types ADD COLUMN schema_id TEXT')
    for (const { id } of await tx.all<{ id: string }>('SELECT id FROM user_types'))
      await tx.run('UPDATE user_types SET schema_id = ? WHERE id = ?', [newId('schema'), id])
    await tx.exec('CREATE UNIQUE INDEX user_types_schema ON user_types (schema_id)')
    await tx.run(
      `UPDATE user_types SET created_by = ?1, last_updated_by = iif(last_updated_by = created_by, ?1, last_updated_by),
         description = iif(description = 'Default user type', ?2, description) WHERE is_default = 1`,
      [newId('systemPrincipal'), 'Svc user profile template with default permission settings'],
    )
  },
}
