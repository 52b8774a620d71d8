import { isEmailAddress } from '#contract/organization/email-address.ts'
import type { RemoveListReply } from '#contract/organization/bounces.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { bouncedAddresses, type BouncedAddressRecord } from '#db/tables/organization.ts'
import { jobs } from '#db/tables/jobs.ts'
import { queueJob } from '../jobs/queue-job.ts'
import { readOrganization } from './organization.ts'

export const REMOVE_BOUNCES = 'gatehouse.bounce_list.remove'

/** The bounce list in the order of its addresses. @throws ApiError E0000029 */
export async function listBouncedAddresses(
  reader: Reader,
  { limit, after }: { limit: number; after?: string },
): Promise<Page<BouncedAddressRecord>> {
  if (after !== undefined && !isEmailAddress(after)) throw invalidCursor()
  const { condition } = reader.visible('read', 'bouncedAddress')
  const tail = `WHERE ${condition} AND address > ? ORDER BY address LIMIT ?`
  return cutPage(await bouncedAddresses.all(reader, tail, [after ?? '', limit + 1]), limit, ({ address }) => address)
}

/**
 * Asks that addresses are taken from the bounce list, which a job does soon after. Each is checked by itself: what is wrong with one
 * does not keep the others (spec/2 "Org settings").
 * @returns those that are no addresses, or of no person here
 */
export async function requestBounceRemoval(tx: Tx, addresses: readonly string[]): Promise<RemoveListReply['errors']> {
  tx.authorize(REMOVE_BOUNCES, [targetOf('org', await readOrganization(tx))], 'well-formed')
  const known = await addressesOfPeople(tx, addresses.filter(isEmailAddress))
  const errors = addresses.flatMap((emailAddress) => {
    const reason = reasonAgainst(emailAddress, known)
    return reason ? [{ emailAddress, reason }] : []
  })
  await markForRemoval(tx, [...known])
  return errors
}

function reasonAgainst(address: string, known: ReadonlySet<string>): string | null {
  if (!isEmailAddress(address)) return 'is no email address (RFC 3696)'
  return known.has(address.toLowerCase()) ? null : 'belongs to no person of this organization'
}

const OF_PEOPLE = `SELECT lower(email) AS address FROM users WHERE email IN (SELECT value FROM json_each(?1))
  UNION SELECT lower(profile ->> '$.secondEmail') FROM users
  WHERE profile ->> '$.secondEmail' IS NOT NULL
    AND lower(profile ->> '$.secondEmail') IN (SELECT value FROM json_each(?1))`

/** Those of the addresses that are a person's first or second one, in small letters. */
async function addressesOfPeople(reader: Reader, addresses: readonly string[]): Promise<Set<string>> {
  const asked = JSON.stringify(addresses.map((address) => address.toLowerCase()))
  return new Set((await reader.all<{ address: string }>(OF_PEOPLE, [asked])).map(({ address }) => address))
}

/** Rows are marked, and one job removes all that are: however often removals are asked for, one waits at the most. */
async function markForRemoval(tx: Tx, addresses: readonly string[]): Promise<void> {
  const tail = 'WHERE removal_requested IS NULL AND address IN (SELECT value FROM json_each(?))'
  const listed = await bouncedAddresses.all(tx, tail, [JSON.stringify(addresses)])
  for (const row of listed) await bouncedAddresses.update(tx, row, { removalRequested: tx.now })
  if (listed.length === 0 || (await jobs.exists(tx, { type: 'bounceRemoval', state: 'QUEUED' }))) return
  await queueJob(tx, { type: 'bounceRemoval', input: null })
}
