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

interface Asked {
  question: ReviewQuestion
  /** Null while it is computed. */
  review: ChangeReview | null
  answer: (goesOn: boolean) => void
}

/** A review that takes longer is seen to be under way. */
const PATIENCE_MS = 400

const hasEffect = ({ affected, notes }: ChangeReview) => affected > 0 || notes.length > 0

/** Asks before a change that affects people, in the one dialog that the shell has for it. */
export const useReviewStore = defineStore('review', () => {
  const asked = shallowRef<Asked | null>(null)

  function answer(goesOn: boolean) {
    asked.value?.answer(goesOn)
    asked.value = null
  }

  /**
   * Whether to go on: at once where the change affects no one, else what the administrator says.
   * @throws ApiError where the change would be refused
   */
  function ask(question: ReviewQuestion): Promise<boolean> {
    answer(false)
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const settle = (goesOn: boolean) => {
        isAnswered = true
        resolve(goesOn)
      }
      const show = (review: ChangeReview | null) => void (asked.value = { question, review, answer: settle })
      const timer = setTimeout(show, PATIENCE_MS, null)
      api
        .call('reviewChange', { body: { steps: [...question.steps] } })
        .then((review) => {
          if (isAnswered) return
          if (hasEffect(review)) return show(review)
          asked.value = null
          settle(true)
        })
        .catch((error: unknown) => {
          if (!isAnswered) asked.value = null
          reject(error as Error)
        })
        .finally(() => clearTimeout(timer))
    })
  }

  return { asked, ask, answer }
})
