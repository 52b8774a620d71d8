import { Op } from 'sequelize'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { bouncedAddresses } from '#db/tables/organization.ts'
import type { JobOutcome, JobWork } from '../jobs/job-work.ts'
import { REMOVE_BOUNCES } from './bounces.ts'
import { readOrganization } from './organization.ts'

/** Addresses of one transaction, and of its event. */
const BATCH = 100

const MARKED = { removalRequested: { [Op.ne]: null } }

/** Takes the addresses that are marked from the bounce list, some at a time; what a stop leaves is for the next run. */
export async function removeBounces({
  service,
  context,
  signal,
  report,
}: JobWork<'bounceRemoval'>): Promise<JobOutcome<'bounceRemoval'>> {
  const total = await bouncedAddresses.count(service.reader, MARKED)
  const next = () => {
    signal.throwIfAborted()
    return service.write(context, removeBatch)
  }
  let removed = 0
  for (let batch = await next(); batch > 0; batch = await next()) {
    removed += batch
    report({ done: removed, total: Math.max(total, removed), facts: { removed } })
  }
  return {}
}

/** @returns how many */
async function removeBatch(tx: Tx): Promise<number> {
  const marked = await bouncedAddresses.findAll(tx, { where: MARKED, order: ['address'], limit: BATCH })
  if (marked.length === 0) return 0
  const organization = await readOrganization(tx)
  tx.authorize(REMOVE_BOUNCES, [targetOf('org', organization)], 'never')
  for (const row of marked) await bouncedAddresses.remove(tx, row)
  const details = changeDetails({ bounced: marked.map(({ address }) => address) }, { bounced: [] })
  tx.record({ type: REMOVE_BOUNCES, targets: [targetOf('org', organization, details)] })
  return marked.length
}
