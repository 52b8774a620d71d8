import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'

/** So many refusals are named. */
const NAMED = 10

/** With its full stop. */
export const toSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

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

/** Whether differences of a kind can affect people beside what policies decide. */
export const reaches = (kind: SyncKind): boolean => REACHING.has(kind)

/** Whether a step can affect people beside what policies decide: a group that is made or described takes in no one by that. */
export const stepReaches = ({ kind, act }: Pick<PlanStep, 'kind' | 'act'>): boolean =>
  reaches(kind) && (kind !== 'group' || act === 'remove')
