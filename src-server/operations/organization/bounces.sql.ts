import type { Reader } from '#db/connection.ts'
import { bouncedAddresses, type BouncedAddressRecord } from '#db/tables/organization.ts'

const OF_PEOPLE = `SELECT lower(email) AS address FROM users WHERE email IN (SELECT value FROM json_each(?1))
  UNION SELECT lower(profile ->> '$.secondEmail') FROM users
  WHERE profile ->> '$.secondEmail' IS NOT NULL
    AND lower(profile ->> '$.secondEmail') IN (SELECT value FROM json_each(?1))`

/** The given addresses that are a person's primary or secondary email. @param addresses in lower case, as in the result */
export async function addressesOfPeople(reader: Reader, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ address: string }>(OF_PEOPLE, [JSON.stringify(addresses)])
  return new Set(rows.map(({ address }) => address))
}

/** The given addresses that are on the bounce list and not marked for removal. */
export function unmarkedAddresses(reader: Reader, addresses: readonly string[]): Promise<BouncedAddressRecord[]> {
  const tail = 'WHERE removal_requested IS NULL AND address IN (SELECT value FROM json_each(?))'
  return bouncedAddresses.all(reader, tail, [JSON.stringify(addresses)])
}
