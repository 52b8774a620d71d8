import type { Migration } from './migration.ts'

const TABLE = [
  `CREATE TABLE object_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('policy', 'rule', 'zone', 'mapping')),
    object_id TEXT NOT NULL,
    parent_id TEXT,
    version INTEGER NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('created', 'updated', 'deleted', 'baseline')),
    name TEXT,
    changed_at TEXT NOT NULL,
    actor JSON NOT NULL,
    event_uuid TEXT,
    transaction_id TEXT NOT NULL,
    reason TEXT,
    body JSON
  )`,
  `CREATE UNIQUE INDEX object_versions_by_object ON object_versions (kind, object_id, version)`,
  `CREATE INDEX object_versions_by_parent ON object_versions (parent_id, kind) WHERE parent_id IS NOT NULL`,
  `CREATE INDEX object_versions_deleted ON object_versions (kind, id) WHERE action = 'deleted'`,
  // A deleted application takes its mappings with it.
  `CREATE INDEX object_versions_by_app ON object_versions (body ->> 'appId') WHERE kind = 'mapping'`,
]

/** The rows that there are: kind, id, parent, name and body. */
const EXISTING = [
  `SELECT 'policy', id, authorization_server_id, name, json_object('id', id, 'status', status, 'name', name,
     'description', description, 'priority', priority, 'system', json(iif(system, 'true', 'false')),
     'conditions', json(conditions), 'settings', json(settings), 'resourceType', resource_type,
     'created', created, 'lastUpdated', last_updated, 'type', type)
   FROM policies ORDER BY id`,
  `SELECT 'rule', r.id, r.policy_id, r.name, json_object('id', r.id, 'status', r.status, 'name', r.name,
     'priority', r.priority, 'system', json(iif(r.system, 'true', 'false')), 'conditions', json(r.conditions),
     'actions', json(r.actions), 'created', r.created, 'lastUpdated', r.last_updated, 'policyType', p.type)
   FROM policy_rules r JOIN policies p ON p.id = r.policy_id ORDER BY r.policy_id, r.id`,
  `SELECT 'zone', id, NULL, name, json_object('id', id, 'type', type, 'name', name, 'status', status, 'usage', usage,
     'system', json(iif(system, 'true', 'false')), 'definition', json(definition), 'created', created,
     'lastUpdated', last_updated)
   FROM zones ORDER BY id`,
  `SELECT 'mapping', m.id, m.policy_id, a.label, json_object('id', m.id, 'appId', m.app_id, 'policyId', m.policy_id,
     'policyType', m.policy_type)
   FROM policy_mappings m JOIN apps a ON a.id = m.app_id ORDER BY m.id`,
]

const ACTOR = JSON.stringify({ id: 'system', type: 'SystemPrincipal', displayName: 'Gatehouse' })

/** Every state of policies, rules, zones and mappings, apart from the log and its retention; it begins with the state of now. */
export const migration0107: Migration = {
  name: '0107-object-versions',
  up: async (tx) => {
    for (const sql of TABLE) await tx.exec(sql)
    for (const existing of EXISTING)
      await tx.run(
        `WITH existing (kind, id, parent, name, body) AS (${existing})
         INSERT INTO object_versions
           (kind, object_id, parent_id, version, action, name, changed_at, actor, transaction_id, body)
         SELECT kind, id, parent, 1, 'baseline', name, ?, ?, 'migration', body FROM existing`,
        [tx.now, ACTOR],
      )
  },
}
