import { statements, type Migration } from './migration.ts'

/** Addresses that mail came back from; and people are found by their second address, as they are by the first. */
export const migration0111: Migration = {
  name: '0111-bounced-addresses',
  up: statements([
    `CREATE TABLE bounced_addresses (
      address TEXT PRIMARY KEY COLLATE NOCASE,
      reason TEXT NOT NULL,
      bounced TEXT NOT NULL,
      removal_requested TEXT
    )`,
    `CREATE INDEX bounced_addresses_to_remove ON bounced_addresses (removal_requested) WHERE removal_requested IS NOT NULL`,
    `CREATE INDEX users_second_email ON users (lower(profile ->> '$.secondEmail'))
     WHERE profile ->> '$.secondEmail' IS NOT NULL`,
  ]),
}
