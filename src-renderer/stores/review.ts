import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { reviewSteps, type ReviewStep } from '#ui/api/review-steps.ts'

/** A change that is about to be made at once, such as a switch or a move. */
interface ReviewQuestion {
  /** "Deactivate “Contractors”?" */
  title: string
  /** Of what is changed; typed where people lose access. */
  name: string
  /** The button that goes on. */
  verb: string
  steps: readonly ReviewStep[]
}

/** The question before something is switched on or off. */
export function switchQuestion(
  kind: string,
  name: string,
  active: boolean,
  steps: readonly ReviewStep[],
): ReviewQuestion {
  const verb = active ? 'Activate' : 'Deactivate'
  return { title: `${verb} ${kind} “${name}”?`, name, verb: `${verb} ${kind}`, steps }
}

/** The question before something moves in an order of evaluation. @param index of the new place, from 0 */
export function moveQuestion(name: string, index: number, steps: readonly ReviewStep[]): ReviewQuestion {
  return { title: `Move “${name}” to ${index + 1}?`, name, verb: 'Move', steps }
}

/** A question that the dialog shows; its review is null while it is computed. */
interface Asked {
  question: ReviewQuestion
  review: ChangeReview | null
}

/** That a change goes on, and why, in the words of the administrator; empty where nothing is said. */
export interface GoingOn {
  reason: string
}

/** A question that waits for its review, or for the administrator. */
interface Pending {
  resolve: (answer: GoingOn | null) => void
  request: AbortController
}

/** A review that takes longer is seen to be under way. */
const PATIENCE_MS = 400

const hasEffect = ({ affected, notes }: ChangeReview) => affected > 0 || notes.length > 0

/** Asks before a change that affects people, in the one dialog that the shell has for it. */
export const useReviewStore = defineStore('review', () => {
  const asked = shallowRef<Asked | null>(null)
  let pending: Pending | null = null

  /** Ends the question that there is; null: the change is not made. */
  function answer(given: GoingOn | null) {
    const ended = pending
    pending = null
    asked.value = null
    ended?.request.abort()
    ended?.resolve(given)
  }

  /**
   * Whether to go on, null if not: at once where the change affects no one, else as the administrator says. Another question takes the place of
   * one that is not answered, which then does not go on.
   * @throws ApiError where the change would be refused
   */
  function ask(question: ReviewQuestion): Promise<GoingOn | null> {
    answer(null)
    return new Promise((resolve, reject) => {
      const mine: Pending = { resolve, request: new AbortController() }
      pending = mine
      const ifStillAsked = (act: () => void) => void (pending === mine && act())
      const show = (review: ChangeReview | null) => ifStillAsked(() => (asked.value = { question, review }))
      const timer = setTimeout(show, PATIENCE_MS, null)
      reviewSteps(question.steps, { signal: mine.request.signal })
        .finally(() => clearTimeout(timer))
        .then((review) => (hasEffect(review) ? show(review) : ifStillAsked(() => answer({ reason: '' }))))
        .catch((error: unknown) =>
          ifStillAsked(() => {
            reject(error as Error)
            answer(null)
          }),
        )
    })
  }

  return { asked, ask, answer }
})
