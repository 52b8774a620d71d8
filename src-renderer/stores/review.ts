import { defineStore } from 'pinia'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { breaksText } from '#contract/gatehouse/invariant.ts'
import { reviewSteps, type ReviewStep } from '#ui/api/review-steps.ts'
import { askFirst } from './ask-first.ts'

/** A change that is about to be made at once, such as a switch or a move. */
interface ReviewQuestion {
  /** "Deactivate “Contractors”?" */
  title: string
  /** Of what is changed; typed where people lose access. */
  name: string
  /** The button that goes on. */
  verb: string
  steps: readonly ReviewStep[]
  /** What the steps do, where the title does not say it. */
  lead?: string
  /** Asks also where no one is affected. */
  always?: boolean
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

/** That a change goes on, and why, in the words of the administrator; empty where nothing is said. */
export interface GoingOn {
  reason: string
}

/** Asks before a change that affects people, in the one dialog that the shell has for it. */
export const useReviewStore = defineStore('review', () =>
  askFirst<ReviewQuestion, ChangeReview, GoingOn>({
    review: ({ steps }, signal) => reviewSteps(steps, { signal }),
    hasEffect: ({ affected, situations, notes, invariants }, { always }) =>
      always === true || (situations?.affected ?? affected) > 0 || notes.length > 0 || breaksText(invariants) !== null,
    unasked: { reason: '' },
  }),
)
