import { defineStore } from 'pinia'
import type { AccessLoss, AccessLossRequest } from '#contract/gatehouse/access-loss.ts'
import { api } from '#ui/api/client.ts'
import { askFirst } from './ask-first.ts'

/** A change that takes access away, about to be made at once. */
interface LossQuestion {
  /** "Unassign Build server from Engineering?" */
  title: string
  /** What else is to be known, in a sentence. */
  lead?: string
  /** The button that goes on. */
  verb: string
  request: AccessLossRequest
  /** The name of the one person whom it is all about. */
  who?: string
  /** Typed where people lose access, of a change without an exact way back. */
  typedName?: string
}

/** Whether a change takes something from people, or may do so. */
const isLoss = ({ people, exceptions, asking }: AccessLoss): boolean =>
  people > 0 || exceptions.length > 0 || asking.length > 0

/** Asks before access is taken away, in the one dialog that the shell has for it; where no one loses anything, it goes on at once. */
export const useAccessLossStore = defineStore('accessLoss', () =>
  askFirst<LossQuestion, AccessLoss, true>({
    review: ({ request }, signal) => api.call('previewAccessLoss', { body: request, signal }),
    hasEffect: isLoss,
    unasked: true,
  }),
)
