import { statements, type Migration } from './migration.ts'

/**
 * Event hooks, the events that are queued for them, and the requests that carry those. WHY the queue apart from the
 * requests: a queued event is written in the transaction of its change, before anybody knows which request it will go with.
 */
export const migration0040: Migration = {
  name: '0040-event-hooks',
  up: statements([
    `CREATE TABLE event_hooks (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      description TEXT,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
      verification_status TEXT NOT NULL CHECK (verification_status IN ('VERIFIED', 'UNVERIFIED')),
      events JSON NOT NULL,
      channel JSON NOT NULL,
      secrets TEXT,
      created_by TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,

    `CREATE TABLE hook_deliveries (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      hook_id TEXT NOT NULL REFERENCES event_hooks (id) ON DELETE CASCADE,
      status TEXT NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
      event_count INTEGER NOT NULL,
      event_types JSON NOT NULL,
      reason TEXT,
      attempts JSON NOT NULL DEFAULT '[]',
      created TEXT NOT NULL,
      completed TEXT
    )`,
    `CREATE INDEX hook_deliveries_hook ON hook_deliveries (hook_id, sequence)`,
    `CREATE INDEX hook_deliveries_status ON hook_deliveries (hook_id, status, sequence)`,

    `CREATE TABLE hook_outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hook_id TEXT NOT NULL REFERENCES event_hooks (id) ON DELETE CASCADE,
      event_uuid TEXT NOT NULL,
      delivery_id TEXT REFERENCES hook_deliveries (id) ON DELETE CASCADE
    )`,
    `CREATE INDEX hook_outbox_waiting ON hook_outbox (hook_id, sequence) WHERE delivery_id IS NULL`,
    `CREATE INDEX hook_outbox_delivery ON hook_outbox (delivery_id, sequence)`,
  ]),
}
