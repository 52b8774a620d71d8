import { z } from 'zod'
import { wholeNumberSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { logConcernAcceptanceSchema, logConcernSchema } from '../log/log-concern.ts'
import { logKeySchema, logRetentionSchema, logRetentionWriteSchema, logVerificationSchema } from '../log/log-proof.ts'
import { defineRoute } from '../interface/route.ts'

const read = { tag: 'Audit log', scope: 'svc.logs.read' } as const
const manage = { tag: 'Audit log', scope: 'svc.orgs.manage' } as const
const VERIFICATION = '/gatehouse/v1/logs/verification'
const DAYS = LIMITS.logRetentionDays
const RETENTION = '/gatehouse/v1/logs/retention'
const CONCERNS = '/gatehouse/v1/logs/concerns'

/** Retention of the audit log, and the proof that it is unmodified. */
export const logProofRoutes = {
  startLogVerification: defineRoute({
    ...read,
    method: 'POST',
    path: VERIFICATION,
    summary: 'Begin to verify the whole audit log',
    description: 'One at a time: while one runs, its progress is the answer.',
    responses: { 200: logVerificationSchema },
    errors: ['E0000047'],
  }),
  getLogVerification: defineRoute({
    ...read,
    method: 'GET',
    path: VERIFICATION,
    summary: 'Read the progress or the result of the last verification',
    responses: { 200: logVerificationSchema },
  }),
  cancelLogVerification: defineRoute({
    ...read,
    method: 'DELETE',
    path: VERIFICATION,
    summary: 'Cancel a running verification',
    responses: { 204: null },
  }),
  listLogConcerns: defineRoute({
    ...read,
    method: 'GET',
    path: CONCERNS,
    summary: 'List the concerns about the audit log',
    description:
      'While there is any, old events are not removed; while there is one that is not about the clock, the log is not sealed.',
    responses: { 200: z.array(logConcernSchema) },
  }),
  acceptLogConcerns: defineRoute({
    ...manage,
    method: 'POST',
    path: `${CONCERNS}/accept`,
    summary: 'Accept the concerns about the audit log',
    description:
      'It becomes an event with the reason, and the log is sealed from there on. The answer is what is left.',
    body: logConcernAcceptanceSchema,
    responses: { 200: z.array(logConcernSchema) },
  }),
  getLogKey: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/logs/key',
    summary: 'Read the public key that seals the log and signs exports',
    responses: { 200: logKeySchema },
  }),
  getLogRetention: defineRoute({
    ...read,
    method: 'GET',
    path: RETENTION,
    summary: 'Read how long events are kept',
    description: 'With `days`, `due` tells what would be removed, were events kept for so long.',
    query: z.object({ days: wholeNumberSchema(DAYS.min, DAYS.max).optional() }),
    responses: { 200: logRetentionSchema },
  }),
  replaceLogRetention: defineRoute({
    ...manage,
    method: 'PUT',
    path: RETENTION,
    summary: 'Set how long events are kept',
    description: 'Older events are removed within the hour. `null` keeps all of them.',
    body: logRetentionWriteSchema,
    responses: { 200: logRetentionSchema },
  }),
}
