import type { invariantRoutes } from '#contract/routes/invariants.ts'
import { checkInvariants } from '#operations/invariants/check-invariants.ts'
import {
  createInvariant,
  deleteInvariant,
  listInvariants,
  replaceInvariant,
  requireInvariant,
} from '#operations/invariants/invariants.ts'
import { repairInvariant } from '#operations/change-reviews/repair-invariant.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { trySteps } from '../change-reviews/try-steps.ts'
import { collectionHandlers } from '../collection.ts'

const invariants = collectionHandlers({
  param: 'invariantId',
  list: async ({ reader }, _query: object) => ({ items: await listInvariants(reader), next: null }),
  require: requireInvariant,
  create: createInvariant,
  replace: replaceInvariant,
  remove: deleteInvariant,
  present: (invariant) => invariant,
})

export const invariantHandlers: HandlerTable<typeof invariantRoutes> = {
  listInvariants: invariants.listWhole,
  createInvariant: invariants.create,
  replaceInvariant: invariants.replace,
  deleteInvariant: invariants.remove,
  repairInvariant: async (input) => ({
    body: await repairInvariant(input.service, input.body, (steps) => trySteps(input, steps)),
  }),
  checkInvariants: async ({ service, body }) => ({ body: await checkInvariants(service, body) }),
}
