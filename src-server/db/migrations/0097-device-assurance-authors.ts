import { statements, type Migration } from './migration.ts'

/** Who made and who last changed an object; null for what is older, whose authors only the log knows. */
export const migration0097: Migration = {
  name: '0097-device-assurance-authors',
  up: statements([
    `ALTER TABLE supporting_objects ADD COLUMN created_by TEXT`,
    `ALTER TABLE supporting_objects ADD COLUMN last_updated_by TEXT`,
    `UPDATE supporting_objects SET definition = json_insert(definition, '$.displayRemediationMode', 'HIDE')
      WHERE kind = 'deviceAssurance'`,
  ]),
}
