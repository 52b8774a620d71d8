import { setImmediate as breathe } from 'node:timers/promises'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Service } from '../../service/service.ts'
import type { JobInputs } from '../../jobs/job-inputs.ts'
import type { JobProgress } from '../../memory/running-jobs.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { SliceSize } from '../../jobs/slice-size.ts'
import type { Tasks } from '#workers/protocol.ts'
import { bringPeople, recordUnsettled } from './apply.ts'
import { readRuleSet, type ReadyRule } from './rule-set.ts'

/** People whose memberships one transaction writes. */
const WRITTEN = { first: 250, least: 25, most: 2_000 }

interface Everybody {
  service: Service
  context: RequestContext
  input: JobInputs['groupRules']
  signal?: AbortSignal | undefined
  report?: (progress: JobProgress) => void
}

/**
 * Holds everybody against rules: a worker finds whose memberships change, and these are brought to what the rules say then, a few
 * people in each transaction, so that other writes pass between. What it has done stays: it may be cut short and begin again.
 * WHY no change is missed: a rule is active before its job begins, so that later changes of people have followed it themselves.
 * @returns what is to be written at the end: which rules take each other back
 */
export async function holdEverybody({
  service,
  context,
  input,
  signal,
  report = () => {},
}: Everybody): Promise<(tx: Tx) => Promise<void>> {
  const [touched, dropped] = [new Set(input.touched), new Set(input.dropped)]
  const isTouched = ({ id, readsGroups }: ReadyRule) => readsGroups || touched.has(id)
  const onProgress = (facts: Tasks['ruledPeople']['progress']) => report({ facts: { ...facts } })
  const ids = await service.workers.run('ruledPeople', { now: service.clock(), ...input }, { onProgress, signal })
  const unsettled = new Map<string, ReadyRule>()
  const size = new SliceSize(WRITTEN)
  let [done, added, removed] = [0, 0, 0]
  report({ total: ids.length, facts: { added, removed } })
  while (done < ids.length && !signal?.aborted) {
    const slice = ids.slice(done, done + size.count)
    const applied = await service.write(context, async (tx) => {
      size.begin()
      tx.authorize('group.user_membership.rule.evaluation', [], 'never')
      return bringPeople(tx, await readRuleSet(tx), slice, { isTouched, dropped })
    })
    size.end(slice.length)
    for (const rule of applied.unsettled) unsettled.set(rule.id, rule)
    done += slice.length
    added += applied.added
    removed += applied.removed
    report({ done, facts: { added, removed } })
    await breathe()
  }
  return async (tx) => {
    tx.authorize('group.user_membership.rule.evaluation', [], 'never')
    recordUnsettled(tx, new Set(unsettled.values()))
  }
}

/** The same in the background. */
export const runGroupRules = async (work: JobWork<'groupRules'>): Promise<JobOutcome<'groupRules'>> => ({
  write: await holdEverybody(work),
})
