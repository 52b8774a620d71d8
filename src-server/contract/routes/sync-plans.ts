import { z } from 'zod'
import { jobSchema } from '../gatehouse/job.ts'
import { applyRequestSchema, planStepSchema, syncPlanSchema } from '../gatehouse/sync-plan.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { cursorSchema, limitSchema, queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const plans = collection('syncPlan', {
  tag: 'Connections',
  noun: 'a plan',
  read: syncPlanSchema,
  write: syncPlanSchema,
  created: 200,
})
/** As for connections: who may use one. */
const managing = { permissions: ['svc.orgs.manage', 'svc.roles.manage'] } as const

/** Plans of what has to be changed at a remote, and how they are carried out. */
export const syncPlanRoutes = {
  listSyncPlans: defineRoute({
    ...plans.list,
    ...managing,
    summary: 'List plans, the newest first',
    description: `The latest ${LIMITS.plansKept} of each connection are kept.`,
    query: pageQueryOf('syncPlan').extend({ connectionId: idSchema.optional() }),
  }),
  getSyncPlan: defineRoute({ ...plans.get, ...managing }),
  deleteSyncPlan: defineRoute({
    ...plans.remove,
    ...managing,
    description: 'What it has done stays done. One that is being applied has to be cancelled first, by its job.',
  }),
  listPlanSteps: defineRoute({
    ...plans.reading,
    ...managing,
    method: 'GET',
    path: `${plans.one}/steps`,
    summary: 'List the steps of a plan, in the order in which they are carried out',
    params: plans.params,
    query: z.object({
      limit: limitSchema(LIMITS.page.planSteps),
      after: cursorSchema,
      needsSecret: queryBooleanSchema(false).meta({
        description: '`true` lists those alone that are not done and need a secret; a page may have fewer then',
      }),
    }),
    responses: { 200: z.array(planStepSchema) },
  }),
  applySyncPlan: defineRoute({
    ...plans.managing,
    ...managing,
    method: 'POST',
    path: `${plans.one}/apply`,
    summary: 'Apply a plan to its remote, or go on with it',
    description:
      'A job that carries out the steps one after the other: each reads what it is about, compares that with what the plan saw, writes, and reads again. It stops ' +
      'where the remote is not as the plan saw it, or refuses something; what is done until then stays done, and the plan can be gone on with. The ' +
      'connection has to be one that may write. Nothing is changed if anything of the plan is refused, unless the request is for a part.',
    params: plans.params,
    body: applyRequestSchema.optional(),
    responses: { 202: jobSchema },
    errors: ['E0000047'],
  }),
  takeBackSyncPlan: defineRoute({
    ...plans.managing,
    ...managing,
    method: 'POST',
    path: `${plans.one}/take-back`,
    summary: 'Plan what takes back a plan',
    description:
      'A job that makes another plan, which changes nothing until it is applied: what this one has made is removed, what it has changed gets its former values, what it has ' +
      'removed is made again, with another id and without secrets, and lists get their former order. It is then the first of the plans of the connection, and ' +
      '`takesBack` says so. What others have changed since is not overwritten: there it stops.',
    params: plans.params,
    responses: { 202: jobSchema },
    errors: ['E0000047'],
  }),
}
