import { LIMITS } from '#contract/interface/limits.ts'
import { PEOPLE_KINDS } from '#contract/sync/people-kinds.ts'
import { eventTexts } from '#operations/drafts/drafts.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { noteEffect } from '../changes/event-effects.ts'
import { changeOf } from '../changes/read-log.ts'
import { Stale } from '../changes/stale.ts'
import type { Omitted } from '../sides/read-side.ts'
import { SnapshotBuilder, type Snapshot } from '../snapshot.ts'

/** People and what is about single ones: by far most of what a large workspace holds. */
export const WITHOUT_PEOPLE: Omitted = {
  kinds: new Set(PEOPLE_KINDS),
  reason: 'The draft has changed nothing of people.',
}

/** After it, events may be gone. */
const RETENTION = 'gatehouse.log.retention.update'

/**
 * Whether a draft has changed nothing of people, memberships, assignments and roles of people, by the events of all that was done in it: then they need
 * not be read to compare it.
 */
export async function hasLeftPeopleAlone({ reader }: Pick<Service, 'reader'>): Promise<boolean> {
  const texts = await eventTexts(reader, LIMITS.syncEvents)
  if (texts.length === LIMITS.syncEvents) return false
  const stale = new Stale(new SnapshotBuilder())
  for (const text of texts) {
    const event = changeOf(JSON.parse(text))
    if (!event || event.eventType === RETENTION) return false
    noteEffect(stale, event)
  }
  return !stale.isEverything && !PEOPLE_KINDS.some((kind) => stale.kinds.has(kind))
}

/** What, once it is removed, takes memberships or assignments along, which a person may want back. */
const HOLDERS = ['group', 'app'] as const

/** Whether something that has people is gone since a draft was made. */
export const removesHolders = (base: Snapshot, draft: Snapshot): boolean =>
  HOLDERS.some((kind) => [...(base.objects.get(kind)?.keys() ?? [])].some((key) => !draft.objects.get(kind)?.has(key)))
