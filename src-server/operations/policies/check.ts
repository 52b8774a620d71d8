import { ApiError, invalid, invalidAll, notFound } from '../../contract/api-error.ts'
import type { PolicyConditions, RuleConditions } from '../../contract/conditions.ts'
import type { ErrorCause } from '../../contract/error-body.ts'
import { DEPRECATED_TYPE_NAMES, POLICY_TYPES, policyType, type PolicyType } from '../../contract/policy-types.ts'
import type { SupportingKind } from '../../db/models/supporting-object.ts'
import type { Engine } from '../../contract/workspace.ts'
import { place, PriorityError, type Placement, type Ranked } from '../../policy/priority.ts'
import { referencesOf, referencesOfActions, type Reference, type ReferenceKind } from '../../policy/references.ts'
import type { Service, Unit } from '../service.ts'
import type { PolicyView, RuleView, Snapshot } from '../snapshot.ts'

/**
 * The type behind a name in a request: deprecated names are understood; a name nobody knows, or one that the engine
 * does not have, is `E0000002` (spec/4 §1.3).
 */
export function resolveType(name: string, engine: Engine): PolicyType {
  const type = DEPRECATED_TYPE_NAMES[name] ?? name
  if (!Object.hasOwn(POLICY_TYPES, type)) throw invalidType(name)
  requireEngine(type as PolicyType, engine)
  return type as PolicyType
}

export function requireEngine(type: PolicyType, engine: Engine): void {
  if (policyType(type).engine === 'identity' && engine === 'classic') throw invalidType(type)
}

function invalidType(name: string): ApiError {
  return new ApiError('E0000002', {
    values: { why: 'invalid policy type' },
    causes: [{ errorSummary: `type: ${name} is not a policy type of this organization`, location: 'type' }],
  })
}

/** @throws E0000007 with the kind that the type's ids belong to */
export function requirePolicy(snapshot: Snapshot, policyId: string): PolicyView {
  const policy = snapshot.policies.get(policyId)
  if (!policy) throw notFound(policyId, policyId.startsWith('rst') ? 'RuleSetEntity' : 'Policy')
  return policy
}

export function requireRule(
  snapshot: Snapshot,
  policyId: string,
  ruleId: string,
): { policy: PolicyView; rule: RuleView } {
  const policy = requirePolicy(snapshot, policyId)
  const rule = policy.rules.find((candidate) => candidate.id === ruleId)
  if (!rule) throw notFound(ruleId, 'PolicyRule')
  return { policy, rule }
}

const ofKind = (kind: SupportingKind) => `supporting_objects WHERE kind = '${kind}' AND`

/** Where each kind of reference is looked up; a table, with what narrows it down. */
const PLACES: Readonly<Record<ReferenceKind, string>> = {
  UserGroup: 'groups WHERE',
  User: 'users WHERE',
  UserType: 'user_types WHERE',
  NetworkZone: 'zones WHERE',
  AppInstance: 'apps WHERE',
  PublicClientApp: 'apps WHERE',
  Behavior: ofKind('behavior'),
  DeviceAssurance: ofKind('deviceAssurance'),
  IdpTrust: ofKind('identityProvider'),
}

type Actions = Record<string, unknown>
type AnyConditions = PolicyConditions | RuleConditions | null | undefined

/**
 * Refuses references to what does not exist, all at once (spec/4 §1.1). What dangled already in `before` may stay:
 * an administrator must be able to move or rename a policy whose group is gone.
 */
export function requireReferences(unit: Unit, conditions: AnyConditions, before?: AnyConditions): Promise<void> {
  return requireExisting(unit, inConditions(conditions), inConditions(before))
}

/** The same for what actions name: identity providers, groups that new people join. */
export function requireActionReferences(
  unit: Unit,
  type: PolicyType,
  actions: Actions,
  before?: Actions,
): Promise<void> {
  const of = (given: Actions | undefined) => (given ? referencesOfActions(type, given) : [])
  return requireExisting(unit, of(actions), of(before))
}

function inConditions(conditions: AnyConditions): Reference[] {
  return referencesOf(conditions).map((reference) => ({ ...reference, path: `conditions.${reference.path}` }))
}

async function requireExisting(unit: Unit, wanted: readonly Reference[], before: readonly Reference[]): Promise<void> {
  const tolerated = new Set(before.map((reference) => reference.id))
  const references = wanted.filter((reference) => !tolerated.has(reference.id))
  const causes: ErrorCause[] = []
  for (const [kind, group] of Map.groupBy(references, (reference) => reference.kind)) {
    const ids = JSON.stringify(group.map((reference) => reference.id))
    const sql = `SELECT id FROM ${PLACES[kind]} id IN (SELECT value FROM json_each(?))`
    const found = new Set((await unit.statements.all<{ id: string }>(sql, [ids])).map((row) => row.id))
    for (const { id, path } of group)
      if (!found.has(id))
        causes.push({
          errorSummary: `${path}: ${id} (${kind}) does not exist`,
          location: path,
          locationType: 'body',
        })
  }
  if (causes.length) throw invalidAll(causes)
}

/** Refuses what only Identity Engine can do: the requirements of a password reset (spec/4 §1.2). */
export function requireEngineActions(type: PolicyType, actions: Actions, engine: Engine): void {
  if (type !== 'PASSWORD' || engine === 'identity') return
  const { selfServicePasswordReset: reset } = actions as { selfServicePasswordReset?: { requirement?: unknown } }
  if (reset?.requirement !== undefined)
    throw invalid('actions.selfServicePasswordReset.requirement', 'is for Identity Engine only')
}

/** The list that a policy is ordered and named in: its type, and where the type has such, its authorization server. */
export interface PolicyList {
  type: PolicyType
  authorizationServerId: string | null
}

/** Refuses a name that another policy of the list has (spec/4 §1.3). */
export async function requireFreeName(
  unit: Unit,
  service: Service,
  { type, authorizationServerId }: PolicyList,
  name: string,
  id?: string,
): Promise<void> {
  const where = { type, name, authorizationServerId }
  const taken = await service.store.models.Policy.findOne({ where, transaction: unit.transaction })
  if (taken && taken.id !== id) throw invalid('name', `another policy of this type is named ${name}`)
}

/** New numbers for a list, or 400 on `priority`. */
export function placeOrRefuse(
  type: PolicyType,
  items: readonly Ranked[],
  id: string,
  wanted: number | null,
): Placement {
  try {
    return place(policyType(type).regime, items, id, wanted)
  } catch (error) {
    if (error instanceof PriorityError) throw invalid('priority', error.message)
    throw error
  }
}

/** A part of a default object that stays as the service made it; sending it back unchanged is fine (spec/4 §1.3). */
export function requireUnchanged(name: string, given: unknown, kept: unknown): void {
  if (given === undefined || given === null || canonical(given) === canonical(kept)) return
  throw new ApiError('E0000077', {
    values: { name },
    causes: [{ errorSummary: `${name}: cannot be changed here`, location: name, locationType: 'body' }],
  })
}

/** JSON with sorted keys, so that equal objects compare equal however a client ordered them. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
