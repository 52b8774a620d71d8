import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../service/service.ts'
import { createInvariant, listInvariants, replaceInvariant } from './invariants.ts'
import { withIds } from './portable.ts'

/**
 * Saves invariants that name things as people do: one of a name that is there is replaced, all of them or none.
 * @throws UserFacingError for what they name and does not exist, ApiError E0000001 for one too many
 */
export async function importInvariants(
  service: Service,
  given: readonly InvariantWrite[],
): Promise<{ created: number; replaced: number }> {
  const all = await withIds(service, given)
  return service.write(systemContext(), async (tx) => {
    const byName = new Map((await listInvariants(tx)).map(({ id, name }) => [name.toLowerCase(), id]))
    let replaced = 0
    for (const one of all) {
      const id = byName.get(one.name.toLowerCase())
      if (id === undefined) await createInvariant(tx, one)
      else await replaceInvariant(tx, id, one)
      if (id !== undefined) replaced++
    }
    return { created: all.length - replaced, replaced }
  })
}
