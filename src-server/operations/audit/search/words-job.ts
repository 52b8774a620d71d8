import { failed } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { emptyWordIndex, isWordIndexError } from '#db/log-words.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { activeJob, queueJob } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { addWords, countBelow, lacksAnEnd, lacksOldest } from './words.sql.ts'

/** Events of one step: a write waits for no more than it takes. */
const STEP = 500

/** Empties the index of words and has it filled again, unless that is under way. The event says why. */
export async function rebuildWords(tx: Tx, why: string): Promise<void> {
  if (await activeJob(tx, 'logWords')) return
  await emptyWordIndex(tx)
  await queueJob(tx, { type: 'logWords', input: null })
  tx.record({ type: 'gatehouse.log.words.rebuild', targets: [], outcome: failed(why) })
}

const EMPTIED = 'Another program had changed the index of words so that no event could be written.'
const LACKING = 'The index of words lacks events, or searches do not find them.'
const UNREADABLE = 'The index of words cannot be read.'

/** At the start of the service: has the index of words rebuilt where it cannot be trusted to have all events. */
export async function checkWordsAtStart({ store, reader, write }: Service): Promise<void> {
  const why = store.isWordIndexEmptied ? EMPTIED : await lackOf(() => lacksAnEnd(reader))
  if (why !== null) await write(systemContext(), (tx) => rebuildWords(tx, why))
}

/** The same before a search by words. @returns whether the index has all events */
export async function areWordsComplete({ reader, write }: Pick<Service, 'reader' | 'write'>): Promise<boolean> {
  const why = await lackOf(() => lacksOldest(reader))
  if (why === null) return true
  if (!(await activeJob(reader, 'logWords'))) await write(systemContext(), (tx) => rebuildWords(tx, why))
  return false
}

/** After a search that the index of words made fail. */
export function rebuildUnreadable({ write }: Pick<Service, 'write'>): Promise<void> {
  return write(systemContext(), (tx) => rebuildWords(tx, UNREADABLE))
}

async function lackOf(lacks: () => Promise<boolean>): Promise<string | null> {
  try {
    return (await lacks()) ? LACKING : null
  } catch (error) {
    if (!isWordIndexError(error)) throw error
    return UNREADABLE
  }
}

/** Fills the index of words from the events, the newest first, in steps between which changes come. */
export async function runWords({ service, signal, report }: JobWork<'logWords'>): Promise<JobOutcome<'logWords'>> {
  let below = Number.MAX_SAFE_INTEGER
  let done = 0
  const total = await countBelow(service.reader, below)
  while (!signal.aborted) {
    report({ done, total })
    const from = below
    const step = await service.store.write((tx) => addWords(tx, from, STEP))
    if (!step) break
    below = step.first
    done += step.count
  }
  return {}
}
