import { ApiError, invalid, invalidAll, notFound } from '../../contract/api-error.ts'
import type { PolicyConditions, RuleConditions } from '../../contract/conditions.ts'
import type { ErrorCause } from '../../contract/error-body.ts'
import { DEPRECATED_TYPE_NAMES, POLICY_TYPES, policyType, type PolicyType } from '../../contract/policy-types.ts'
import type { Engine } from '../../contract/workspace.ts'
import { parse } from '../../expression/index.ts'
import { place, PriorityError, type Placement, type Ranked } from '../../policy/priority.ts'
import { referencesOf, type ReferenceKind } from '../../policy/references.ts'
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

const TABLES: Readonly<Record<ReferenceKind, string>> = {
  UserGroup: 'groups',
  User: 'users',
  UserType: 'user_types',
  NetworkZone: 'zones',
  AppInstance: 'apps',
}

type AnyConditions = PolicyConditions | RuleConditions | null | undefined

/**
 * Refuses references to what does not exist, all at once (spec/4 §1.1). What dangled already in `before` may stay:
 * an administrator must be able to move or rename a policy whose group is gone.
 */
export async function requireReferences(unit: Unit, conditions: AnyConditions, before?: AnyConditions): Promise<void> {
  const tolerated = new Set(referencesOf(before).map((reference) => reference.id))
  const references = referencesOf(conditions).filter((reference) => !tolerated.has(reference.id))
  const causes: ErrorCause[] = []
  for (const [kind, ofKind] of Map.groupBy(references, (reference) => reference.kind)) {
    const ids = JSON.stringify(ofKind.map((reference) => reference.id))
    const sql = `SELECT id FROM ${TABLES[kind]} WHERE id IN (SELECT value FROM json_each(?))`
    const found = new Set((await unit.statements.all<{ id: string }>(sql, [ids])).map((row) => row.id))
    for (const { id, path } of ofKind)
      if (!found.has(id)) {
        const location = `conditions.${path}`
        causes.push({ errorSummary: `${location}: ${id} (${kind}) does not exist`, location, locationType: 'body' })
      }
  }
  if (causes.length) throw invalidAll(causes)
}

/**
 * Refuses an expression that cannot be read, or whose names and types do not fit, with every problem at its place
 * (spec/4 §1.8). One that stands in `before` may stay, whatever it is.
 */
export function requireExpression(conditions: RuleConditions | null | undefined, before?: RuleConditions | null): void {
  const source = conditions?.elCondition?.condition
  if (source === undefined || source === before?.elCondition?.condition) return
  const parsed = parse(source)
  if (parsed.ok) return
  const location = 'conditions.elCondition.condition'
  throw invalidAll(
    parsed.problems.map(({ message, line, column }) => ({
      errorSummary: `${location}: ${message} (line ${line}, column ${column})`,
      location,
      locationType: 'body',
    })),
  )
}

/** Refuses a name that another policy of the type has (spec/4 §1.3). */
export async function requireFreeName(
  unit: Unit,
  service: Service,
  type: PolicyType,
  name: string,
  id?: string,
): Promise<void> {
  const taken = await service.store.models.Policy.findOne({ where: { type, name }, transaction: unit.transaction })
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
