import { statements, type Migration } from './migration.ts'

/**
 * Indexes of what people are searched and sorted by beside their profiles, each in the order of ids where values are equal.
 */
export const migration0131: Migration = {
  name: '0131-user-moments',
  up: statements([
    `CREATE INDEX users_status ON users (status, id)`,
    `CREATE INDEX users_type ON users (type_id, id)`,
    `CREATE INDEX users_created ON users (created, id)`,
    `CREATE INDEX users_last_updated ON users (last_updated, id)`,
    `CREATE INDEX users_activated ON users (activated, id) WHERE activated IS NOT NULL`,
    `CREATE INDEX users_status_changed ON users (status_changed, id) WHERE status_changed IS NOT NULL`,
  ]),
}
