import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Reader as AnyReader, Tx } from '#audit-log/transaction.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { referencesOf, referencesOfActions, type Reference } from '#policy/index.ts'
import { existingIds } from './policies.sql.ts'

/** A transaction says whether what dangles is kept. */
type Reader = AnyReader & Partial<Pick<Tx, 'keepsDangling'>>
type Actions = Record<string, unknown>
type AnyConditions = PolicyConditions | RuleConditions | null | undefined

/**
 * Refuses references to what does not exist, all at once (spec/4 §1.1). What dangled already in `before` may stay:
 * an administrator must be able to move or rename a policy whose group is gone.
 */
export function assertReferences(reader: Reader, conditions: AnyConditions, before?: AnyConditions): Promise<void> {
  return requireExisting(reader, inConditions(conditions), inConditions(before))
}

/** The same for what actions name: identity providers, groups that new people join. */
export async function assertActionReferences(
  reader: Reader,
  type: PolicyType,
  actions: Actions,
  before?: Actions,
): Promise<void> {
  const of = (given: Actions | undefined) => (given ? referencesOfActions(type, given) : [])
  await requireExisting(reader, of(actions), of(before))
  if (type === 'IDP_DISCOVERY') await requireProviderTypes(reader, actions)
}

interface Routing {
  idp?: { providers?: { id?: string | null; type: string }[] }
}

/** A route that calls an identity provider by another type than its own would lead nowhere. */
async function requireProviderTypes(reader: Reader, { idp }: Routing): Promise<void> {
  const providers = idp?.providers ?? []
  const ids = providers.flatMap(({ id }) => id ?? [])
  const known = await policyResources.findAll(reader, { where: { kind: 'identityProvider', id: ids } })
  const types = new Map<string, string>(known.map(({ id, type }) => [id, type]))
  const causes = providers.flatMap(({ id, type }, index): ErrorCause[] => {
    const real = id ? types.get(id) : undefined
    if (real === undefined || real === type) return []
    return [causeAt(`actions.idp.providers[${index}].type`, `${id} is of type ${real}`)]
  })
  if (causes.length) throw invalidAll(causes)
}

function inConditions(conditions: AnyConditions): Reference[] {
  return referencesOf(conditions).map((reference) => ({ ...reference, path: `conditions.${reference.path}` }))
}

async function requireExisting(
  reader: Reader,
  expected: readonly Reference[],
  before: readonly Reference[],
): Promise<void> {
  if (reader.keepsDangling) return
  const tolerated = new Set(before.map((reference) => reference.id))
  const references = expected.filter((reference) => !tolerated.has(reference.id))
  const causes: ErrorCause[] = []
  for (const [kind, group] of Map.groupBy(references, (reference) => reference.kind)) {
    const ids = group.map((reference) => reference.id)
    const found = await existingIds(reader, kind, ids)
    for (const { id, path } of group) if (!found.has(id)) causes.push(causeAt(path, `${id} (${kind}) does not exist`))
  }
  if (causes.length) throw invalidAll(causes)
}
