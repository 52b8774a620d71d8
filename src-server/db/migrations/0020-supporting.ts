import { statements, type Migration } from './migration.ts'

/**
 * Authorization servers with policies of their own, and the small collections that conditions and actions name:
 * authenticators, behaviors, device assurances, identity providers. WHY one table for those: they differ only in their
 * definition, and nothing else is ever asked of them.
 */
export const migration0020: Migration = {
  name: '0020-supporting',
  up: statements([
    `CREATE TABLE authorization_servers (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
      is_default TINYINT(1) NOT NULL DEFAULT 0,
      definition JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `ALTER TABLE policies ADD COLUMN authorization_server_id TEXT REFERENCES authorization_servers (id) ON DELETE CASCADE`,
    `DROP INDEX policies_type_name`,
    `CREATE UNIQUE INDEX policies_type_name ON policies (type, COALESCE(authorization_server_id, ''), name)`,
    `CREATE INDEX policies_authorization_server ON policies (authorization_server_id)`,

    `CREATE TABLE supporting_objects (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('authenticator', 'behavior', 'deviceAssurance', 'identityProvider')),
      type TEXT NOT NULL,
      key TEXT,
      name TEXT NOT NULL COLLATE NOCASE,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
      system TINYINT(1) NOT NULL DEFAULT 0,
      definition JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `CREATE INDEX supporting_objects_kind ON supporting_objects (kind, id)`,
    `CREATE UNIQUE INDEX supporting_objects_name ON supporting_objects (kind, name)`,
  ]),
}
