import { statements, type Migration } from './migration.ts'

/** What of an object is secret, sealed; null where nothing is. Until now the client secrets of providers were dropped. */
export const migration0106: Migration = {
  name: '0106-provider-secrets',
  up: statements(['ALTER TABLE supporting_objects ADD COLUMN secrets TEXT']),
}
