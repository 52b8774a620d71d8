import { LIMITS } from '#contract/interface/limits.ts'
import { PEOPLE_KINDS } from '#contract/sync/people-kinds.ts'
import type { LogPosition } from '#db/copy-draft.ts'
import { changeTexts } from '#operations/drafts/drafts.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { noteEffect } from '../changes/event-effects.ts'
import { changeOf } from '../changes/read-log.ts'
import { Stale } from '../changes/stale.ts'
import type { PlanHere } from '../plan-here.ts'
import type { Omitted } from '../sides/read-side.ts'
import { SnapshotBuilder, type Snapshot } from '../snapshot.ts'

/** People and what is about single ones: by far most of what a large workspace holds. */
const WITHOUT_PEOPLE: Omitted = { kinds: new Set(PEOPLE_KINDS), reason: 'Nothing of people was changed.' }

/**
 * Whether nothing of people, memberships, assignments and roles of people was changed, by the events of all that was done.
 * @param after the event behind which they begin; null: the first of the log
 */
async function hasLeftPeopleAlone({ reader }: Pick<Service, 'reader'>, after: LogPosition | null): Promise<boolean> {
  const texts = await changeTexts(reader, after, LIMITS.syncEvents)
  if (!texts || texts.length === LIMITS.syncEvents) return false
  const stale = new Stale(new SnapshotBuilder())
  for (const text of texts) {
    const event = changeOf(JSON.parse(text))
    if (!event || event.eventType === RETENTION) return false
    noteEffect(stale, event)
  }
  return !stale.isEverything && !PEOPLE_KINDS.some((kind) => stale.kinds.has(kind))
}

/** After it, events of a draft may be gone. */
const RETENTION = 'gatehouse.log.retention.update'

/** What was changed, and what it was made from. */
interface Changed {
  readonly base: Snapshot
  readonly source: Snapshot
  /** What was left out of both; absent: nothing. */
  readonly without?: Omitted
}

type Read = (without: Omitted | undefined) => Promise<Changed>

/**
 * Plans what was changed, by what that was made from: without people where nothing of them was changed, and nothing that people are in is gone or
 * comes back.
 * @param where the log of what was changed, and the event behind which its changes begin; null: the first
 */
export async function planOfChanged(
  where: { log: Pick<Service, 'reader'>; after: LogPosition | null },
  read: Read,
  plan: (sides: Changed) => Promise<PlanHere>,
): Promise<PlanHere> {
  const sides = (await hasLeftPeopleAlone(where.log, where.after)) ? await read(WITHOUT_PEOPLE) : null
  if (sides && !removesHolders(sides)) {
    const planned = await plan({ ...sides, without: WITHOUT_PEOPLE })
    if (!bringsHoldersBack(planned, sides)) return planned
  }
  return plan(await read(undefined))
}

/** What takes memberships or assignments along, which a person may want back, and what comes back with them. */
const HOLDERS = ['group', 'app'] as const

/** Whether something that has people is gone. */
const removesHolders = ({ base, source }: Changed): boolean =>
  HOLDERS.some((kind) => [...(base.objects.get(kind)?.keys() ?? [])].some((key) => !source.objects.get(kind)?.has(key)))

/** Whether something that had people is made again, since the other side has removed it. */
const bringsHoldersBack = ({ steps }: PlanHere, { base }: Changed): boolean =>
  steps.some(
    (step) =>
      step.act === 'create' &&
      HOLDERS.some((kind) => kind === step.kind && base.objects.get(kind)?.has(step.source?.key ?? '')),
  )
