import { statements, type Migration } from './migration.ts'

/**
 * The first schema: columns for what is filtered, sorted or unique, JSON text for the rest; timestamps as ISO text.
 * The types JSON and TINYINT(1) are for readers of the schema: SQLite ignores them.
 */
export const migration0010: Migration = {
  name: '0010-workspace',
  up: statements([
    `CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,

    `CREATE TABLE policies (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
      priority INTEGER NOT NULL,
      system TINYINT(1) NOT NULL DEFAULT 0,
      description TEXT,
      conditions JSON,
      settings JSON,
      resource_type TEXT,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX policies_type_name ON policies (type, name)`,
    `CREATE INDEX policies_type_priority ON policies (type, priority, id)`,

    `CREATE TABLE policy_rules (
      id TEXT PRIMARY KEY,
      policy_id TEXT NOT NULL REFERENCES policies (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
      priority INTEGER NOT NULL,
      system TINYINT(1) NOT NULL DEFAULT 0,
      conditions JSON,
      actions JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `CREATE INDEX policy_rules_policy_priority ON policy_rules (policy_id, priority, id)`,

    `CREATE TABLE groups (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      description TEXT,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      last_membership_updated TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX groups_native_name ON groups (name) WHERE type <> 'APP_GROUP'`,

    `CREATE TABLE user_types (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      display_name TEXT NOT NULL,
      description TEXT NOT NULL,
      is_default TINYINT(1) NOT NULL DEFAULT 0,
      created_by TEXT NOT NULL,
      last_updated_by TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,

    `CREATE TABLE users (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      type_id TEXT NOT NULL REFERENCES user_types (id),
      login TEXT NOT NULL COLLATE NOCASE UNIQUE,
      email TEXT NOT NULL COLLATE NOCASE,
      first_name TEXT NOT NULL COLLATE NOCASE,
      last_name TEXT NOT NULL COLLATE NOCASE,
      profile JSON NOT NULL,
      password_hash TEXT,
      created TEXT NOT NULL,
      activated TEXT,
      status_changed TEXT,
      last_login TEXT,
      last_updated TEXT NOT NULL,
      password_changed TEXT
    )`,
    `CREATE INDEX users_first_name ON users (first_name)`,
    `CREATE INDEX users_last_name ON users (last_name)`,
    `CREATE INDEX users_email ON users (email)`,

    `CREATE TABLE group_members (
      group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (group_id, user_id)
    ) WITHOUT ROWID`,
    `CREATE INDEX group_members_user ON group_members (user_id)`,

    `CREATE TABLE zones (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      status TEXT NOT NULL,
      usage TEXT NOT NULL,
      system TINYINT(1) NOT NULL DEFAULT 0,
      definition JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,

    `CREATE TABLE apps (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL COLLATE NOCASE,
      label TEXT NOT NULL COLLATE NOCASE,
      status TEXT NOT NULL,
      sign_on_mode TEXT NOT NULL,
      system TINYINT(1) NOT NULL DEFAULT 0,
      definition JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    `CREATE INDEX apps_label ON apps (label)`,

    `CREATE TABLE app_users (
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      profile JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      PRIMARY KEY (app_id, user_id)
    ) WITHOUT ROWID`,
    `CREATE INDEX app_users_user ON app_users (user_id)`,

    `CREATE TABLE app_groups (
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      priority INTEGER NOT NULL,
      profile JSON NOT NULL,
      last_updated TEXT NOT NULL,
      PRIMARY KEY (app_id, group_id)
    ) WITHOUT ROWID`,
    `CREATE INDEX app_groups_group ON app_groups (group_id)`,

    `CREATE TABLE policy_mappings (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      policy_id TEXT NOT NULL REFERENCES policies (id) ON DELETE CASCADE,
      policy_type TEXT NOT NULL,
      UNIQUE (app_id, policy_type)
    )`,
    `CREATE INDEX policy_mappings_policy ON policy_mappings (policy_id)`,

    `CREATE TABLE api_tokens (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      expires_at TEXT NOT NULL
    )`,

    `CREATE TABLE log_events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      published TEXT NOT NULL,
      event_type TEXT NOT NULL,
      actor_id TEXT NOT NULL,
      payload TEXT NOT NULL
    )`,
    `CREATE INDEX log_events_published ON log_events (published, sequence)`,
  ]),
}
