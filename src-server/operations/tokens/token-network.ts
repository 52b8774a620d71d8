import type { TokenNetwork } from '#contract/access/api-token.ts'
import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import { ALL_ZONES } from '#contract/policy/conditions.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { zones } from '#db/tables/zones.ts'

/** The network of a token that works from anywhere. */
export const ANYWHERE: TokenNetwork = { connection: 'ANYWHERE' }

/**
 * Refuses zones that are not there, and those of other kinds than addresses: where an address lies on the map cannot be looked up
 * here, so that they would keep no one out. What was named before may stay.
 * @throws ApiError E0000001 with each place
 */
export async function assertZonesOfAddresses(reader: Reader, after: TokenNetwork, before: TokenNetwork): Promise<void> {
  const former = new Set([...(before.include ?? []), ...(before.exclude ?? [])])
  const named = (['include', 'exclude'] as const).flatMap((side) =>
    (after[side] ?? []).map((id, index) => ({ id, at: `network.${side}[${index}]` })),
  )
  const asked = named.filter(({ id }) => id !== ALL_ZONES && !former.has(id))
  const known = await zones.findAll(reader, { where: { id: asked.map(({ id }) => id) } })
  const types = new Map(known.map(({ id, type }) => [id, type]))
  const causes = asked.flatMap(({ id, at }) => {
    const type = types.get(id)
    if (type === undefined) return [causeAt(at, `${id} is not a network zone`)]
    return type === 'IP' ? [] : [causeAt(at, `${id} is not a zone of addresses`)]
  })
  if (causes.length) throw invalidAll(causes)
}
