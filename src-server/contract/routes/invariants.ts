import {
  invariantCheckRequestSchema,
  invariantCheckSchema,
  invariantSchema,
  invariantWriteSchema,
} from '../gatehouse/invariant.ts'
import { invariantRepairsSchema, repairRequestSchema } from '../gatehouse/invariant-repair.ts'
import { collection } from '../interface/collection.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const invariants = collection('invariant', {
  tag: 'Gatehouse',
  noun: 'an invariant',
  read: invariantSchema,
  write: invariantWriteSchema,
  created: 200,
})

/** What has to hold of every sign-in there could be. */
export const invariantRoutes = {
  listInvariants: defineRoute({
    ...invariants.list,
    summary: 'List the invariants, by name',
    description: 'Each says what has to hold of every sign-in there could be.',
  }),
  createInvariant: defineRoute({
    ...invariants.create,
    description: `A workspace has at most ${LIMITS.invariants}.`,
  }),
  replaceInvariant: defineRoute(invariants.replace),
  deleteInvariant: defineRoute(invariants.remove),
  checkInvariants: defineRoute({
    ...invariants.reading,
    method: 'POST',
    path: '/gatehouse/v1/invariants/check',
    summary: 'Check invariants',
    description:
      'Proves of each that it holds with the policies as they are now, or gives a sign-in that breaks it: of a person of today where there is one. What cannot be decided is said to be so. Changes nothing.',
    body: invariantCheckRequestSchema,
    responses: { 200: invariantCheckSchema },
    errors: ['E0000007'],
  }),
  repairInvariant: defineRoute({
    ...invariants.reading,
    scope: 'svc.policies.manage',
    method: 'POST',
    path: '/gatehouse/v1/invariants/repairs',
    summary: 'Find what would make a broken invariant hold',
    description:
      'Looks for the smallest changes of the rules that decide the sign-ins by which it is broken: other actions, a condition more, a move, a new rule; one of these, or two. Each is proved over all sign-ins, made, reviewed and taken back. Its `steps` are what a review takes, and the calls that make it.',
    body: repairRequestSchema,
    responses: { 200: invariantRepairsSchema },
    errors: ['E0000007'],
  }),
}
