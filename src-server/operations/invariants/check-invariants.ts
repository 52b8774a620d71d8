import type { InvariantCheck, InvariantCheckRequest } from '#contract/gatehouse/invariant.ts'
import { invariants } from '#db/tables/invariants.ts'
import type { CheckedInvariant } from '#workers/protocol.ts'
import type { Service } from '../service/service.ts'
import { listInvariants } from './invariants.ts'

/** Checks invariants of the workspace, and others that need not be saved, by the policies as they are. @throws ApiError E0000007 */
export async function checkInvariants(
  service: Service,
  { ids, invariants: others = [] }: InvariantCheckRequest,
): Promise<InvariantCheck> {
  return checkGiven(service, [...(await named(service, ids, others.length > 0)), ...others])
}

/** Checks invariants by the policies as they are, in a worker. */
async function checkGiven(service: Service, given: readonly CheckedInvariant[]): Promise<InvariantCheck> {
  const input = { engine: service.engine(), now: service.clock(), invariants: given.map(plain) }
  const results = given.length > 0 ? await service.workers.run('checkInvariants', input) : []
  const count = (...states: string[]) => results.filter(({ state }) => states.includes(state)).length
  return { holding: count('HOLDS'), broken: count('BROKEN'), open: count('DEPENDS', 'NOT_DECIDED'), results }
}

/** What goes to a worker. */
export const plain = ({ id, name, description, scope, app, claim }: CheckedInvariant): CheckedInvariant => ({
  ...(id !== undefined && { id }),
  ...{ name, description, scope, app, claim },
})

async function named({ reader }: Service, ids: readonly string[] | undefined, hasOthers: boolean) {
  if (ids === undefined && hasOthers) return []
  const all = await listInvariants(reader)
  const byId = new Map(all.map((one) => [one.id, one]))
  return ids ? [...new Set(ids)].map((id) => byId.get(id) ?? invariants.missing(id)) : all
}
