import { computed, watch } from 'vue'
import { LIMITS } from '#contract/interface/limits.ts'
import { findReferences } from '#ui/api/references.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { referencesText } from '#ui/domain/references.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import { count } from '#ui/lib/numbers.ts'
import type { Entity } from '../define-resource.ts'
import { losing } from '../review/impact-text.ts'
import { useReview } from '../review/useReview.ts'
import type { BulkAction, BulkKind } from './bulk.ts'

/** References of more are not asked for one by one. */
const MOST_ASKED = 50

/**
 * What is to be known before something is done to many objects: which policies name them, and who is affected, as one review.
 * @param target what they are given; null while that is not chosen, and always where an action gives nothing
 * @param amount how many it concerns, of which the objects may be the first
 */
export function useBulkReview<One extends Entity>(
  resource: BulkKind<One>,
  action: BulkAction<One>,
  objects: readonly One[],
  target: () => string | null,
  amount = objects.length,
) {
  const steps = computed(() => {
    const chosen = target()
    if (action.target && chosen === null) return []
    return objects.flatMap((object) =>
      (action.steps?.(object, chosen ?? '') ?? []).map((step) => ({ step, label: resource.nameOf(object) })),
    )
  })
  const { state: review, start } = useReview(
    () => steps.value.map(({ step }) => step),
    () => steps.value.map(({ label }) => label),
  )
  /** Why it cannot be reviewed; empty where it can. */
  const tooMany = computed(() => {
    const [amount, most] = action.preview
      ? [objects.length, action.preview.most]
      : [steps.value.length, LIMITS.reviewSteps]
    return amount > most ? `At most ${count(most)} can be reviewed at once. Choose fewer.` : ''
  })
  const isReviewed = computed(() => steps.value.length > 0 && !tooMany.value)
  watch(steps, () => isReviewed.value && void start(), { immediate: true })

  const isNamed =
    Boolean(action.danger) && action.namable !== false && amount <= MOST_ASKED && amount === objects.length
  const references = useResource(async (signal) =>
    isNamed ? referencesText((await inTurn(objects, ({ id }) => findReferences(id, signal))).flat()) : null,
  )
  return {
    review,
    isReviewed,
    tooMany,
    /** Whether policies that name them are looked for. */
    isNamed,
    references: references.data,
    waiting: computed(() => (isNamed && references.loading.value) || review.value.loading),
    /** Whether it has to be confirmed in words: a deletion that policies feel, a loss of access, or where that is not known. */
    isRisky: computed(() => {
      const isFelt = action.key === 'delete' && references.data.value !== null
      return isFelt || losing(review.value.data) > 0 || review.value.error !== null
    }),
  }
}
