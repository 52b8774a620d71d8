import { statements, type Migration } from './migration.ts'

/** Who is known to an identity provider, and by which id. A deleted person or provider takes the links along. */
export const migration0380: Migration = {
  name: '0380-identity-provider-users',
  up: statements([
    `CREATE TABLE identity_provider_users (
      provider_id TEXT NOT NULL REFERENCES supporting_objects (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      external_id TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      PRIMARY KEY (provider_id, user_id)
    ) WITHOUT ROWID`,
    'CREATE UNIQUE INDEX identity_provider_users_external ON identity_provider_users (provider_id, external_id)',
    'CREATE INDEX identity_provider_users_user ON identity_provider_users (user_id)',
  ]),
}
