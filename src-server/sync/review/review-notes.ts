import { capital, toSentence } from '#contract/interface/sentence.ts'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PlanAct } from '#contract/sync/plan-acts.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

/** So many refusals are named. */
const NAMED = 10

/** What a review could not try, and what else is to be known of it, each a sentence. */
function notesOfReview(refused: readonly string[], others: readonly string[] = []): string[] {
  const more = refused.length - NAMED
  const notes = [
    ...refused.slice(0, NAMED),
    ...(more > 0 ? [`${more} more objects cannot be written here`] : []),
    ...others,
  ]
  return notes.map(toSentence)
}

export const withNotes = <Review extends Pick<ChangeReview, 'notes'>>(
  review: Review,
  refused: readonly string[],
  others?: readonly string[],
): Review => ({ ...review, notes: [...review.notes, ...notesOfReview(refused, others)] })

/** Kinds that decide to whom policies apply, which a review takes as they are here. */
const REACHING: ReadonlySet<SyncKind> = new Set([
  'user',
  'group',
  'groupRule',
  'groupMembership',
  'appUser',
  'appGroup',
])

interface Reaching {
  readonly kind: SyncKind
  /** Of a step. */
  readonly act?: PlanAct
}

/** Whether something can affect people beside what policies decide: a group that is made or described takes in no one by that. */
const reaches = ({ kind, act }: Reaching): boolean => REACHING.has(kind) && (kind !== 'group' || act === 'remove')

/** The kinds of some objects that can affect people beside what policies decide, such as `groups and memberships`; null: there is none. */
export function reachingOf(objects: readonly Reaching[]): string | null {
  const found = objects.filter(reaches)
  const kinds = [...REACHING].filter((kind) => found.some((one) => one.kind === kind))
  const names = kinds.map((kind) => SYNCED_KINDS[kind].plural)
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ') || null
}

/** What is said of a plan that changes who is reached, beside what decides; nothing where it does not. */
export function notesOfReaching(objects: readonly Reaching[]): string[] {
  const kinds = reachingOf(objects)
  return kinds === null
    ? []
    : [
        `${capital(kinds)} differ, and are taken as they are in this workspace: what the plan changes of them is not counted here`,
      ]
}
