import { Op } from 'sequelize'
import { isEmailAddress } from '#contract/organization/email-address.ts'
import type { RemoveListReply } from '#contract/organization/bounces.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { bouncedAddresses, type BouncedAddressRecord } from '#db/tables/organization.ts'
import { jobs } from '#db/tables/jobs.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { queueJob } from '../jobs/queue-job.ts'
import { addressesOfPeople, unmarkedAddresses } from './bounces.sql.ts'
import { readOrganization } from './organization.ts'

export const REMOVE_BOUNCES = 'gatehouse.bounce_list.remove'

/** The bounce list in the order of its addresses. @throws ApiError E0000029 */
export async function listBouncedAddresses(
  reader: Reader,
  { limit, after }: { limit: number; after?: string },
): Promise<Page<BouncedAddressRecord>> {
  if (after !== undefined && !isEmailAddress(after)) throw invalidCursor()
  const { condition } = reader.visible('read', 'bouncedAddress')
  const rows = await bouncedAddresses.findAll(reader, {
    where: { address: { [Op.gt]: after ?? '' }, ...sqlCondition(condition) },
    order: ['address'],
    limit: limit + 1,
  })
  return cutPage(rows, limit, ({ address }) => address)
}

/**
 * Asks that addresses are taken from the bounce list, which a job does soon after. Each is checked by itself: what is wrong with one
 * does not keep the others (spec/2 "Org settings").
 * @returns those that are no addresses, or of no person here
 */
export async function requestBounceRemoval(tx: Tx, addresses: readonly string[]): Promise<RemoveListReply['errors']> {
  tx.authorize(REMOVE_BOUNCES, [targetOf('org', await readOrganization(tx))], 'well-formed')
  const known = await addressesOfPeople(
    tx,
    addresses.filter(isEmailAddress).map((address) => address.toLowerCase()),
  )
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

/** Rows are marked, and one job removes all that are: however often removals are asked for, one waits at the most. */
async function markForRemoval(tx: Tx, addresses: readonly string[]): Promise<void> {
  const listed = await unmarkedAddresses(tx, addresses)
  for (const row of listed) await bouncedAddresses.update(tx, row, { removalRequested: tx.now })
  if (listed.length === 0 || (await jobs.exists(tx, { type: 'bounceRemoval', state: 'QUEUED' }))) return
  await queueJob(tx, { type: 'bounceRemoval', input: null })
}
