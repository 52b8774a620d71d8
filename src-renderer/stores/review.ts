import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { api } from '#ui/api/client.ts'
import type { ReviewStep } from '#ui/api/review-steps.ts'

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

/** A question that waits for its review, or for the administrator. */
interface Pending {
  resolve: (goesOn: boolean) => void
  request: AbortController
}

/** A review that takes longer is seen to be under way. */
const PATIENCE_MS = 400

const hasEffect = ({ affected, notes }: ChangeReview) => affected > 0 || notes.length > 0

/** Asks before a change that affects people, in the one dialog that the shell has for it. */
export const useReviewStore = defineStore('review', () => {
  const asked = shallowRef<Asked | null>(null)
  let pending: Pending | null = null

  /** Ends the question that there is. */
  function answer(goesOn: boolean) {
    const ended = pending
    pending = null
    asked.value = null
    ended?.request.abort()
    ended?.resolve(goesOn)
  }

  /**
   * Whether to go on: at once where the change affects no one, else what the administrator says. Another question takes the place of
   * one that is not answered, which then does not go on.
   * @throws ApiError where the change would be refused
   */
  function ask(question: ReviewQuestion): Promise<boolean> {
    answer(false)
    return new Promise((resolve, reject) => {
      const mine: Pending = { resolve, request: new AbortController() }
      pending = mine
      const ifStillAsked = (act: () => void) => void (pending === mine && act())
      const show = (review: ChangeReview | null) => ifStillAsked(() => (asked.value = { question, review }))
      const timer = setTimeout(show, PATIENCE_MS, null)
      api
        .call('reviewChange', { body: { steps: [...question.steps] }, signal: mine.request.signal })
        .finally(() => clearTimeout(timer))
        .then((review) => (hasEffect(review) ? show(review) : ifStillAsked(() => answer(true))))
        .catch((error: unknown) =>
          ifStillAsked(() => {
            reject(error as Error)
            answer(false)
          }),
        )
    })
  }

  return { asked, ask, answer }
})
