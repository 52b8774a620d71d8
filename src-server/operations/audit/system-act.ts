import { randomUUID } from 'node:crypto'
import type { Act } from '../service.ts'
import { SYSTEM_ACTOR } from './targets.ts'

/** The service itself at work, outside any request. @param transactionId of this one run, which its events share */
export function systemAct(transactionId: string = randomUUID()): Act {
  return {
    actor: SYSTEM_ACTOR,
    tokenId: null,
    transactionId,
    transactionType: 'JOB',
    ip: null,
    userAgent: null,
    requestUri: null,
  }
}
