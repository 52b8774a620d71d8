import type { LocationQuery } from 'vue-router'
import { POLICY_TYPES, POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import { SIMULATED_TYPES } from '#contract/policy/simulation.ts'
import type { Workspace } from '#contract/gatehouse/workspace.ts'
import { fromQuery, toQuery, type SignIn } from '#ui/domain/sign-in.ts'

/** One of the two compared sign-ins. */
export type ScenarioKey = 'a' | 'b'

/** The state of the page, which its address holds. */
export interface SimulatorState {
  a: SignIn
  /** The second sign-in; null while nothing is compared. */
  b: SignIn | null
  /** Chosen types, in the order of the type table; null: `suggestedTypes` of the workspace. */
  types: PolicyType[] | null
  /** The uuid of the event whose sign-in is simulated; null where it was not taken from the log. */
  event: string | null
}

const B = 'b.'

function typesIn(value: unknown): PolicyType[] | null {
  const named = typeof value === 'string' ? new Set(value.split(',')) : null
  const known = POLICY_TYPE_NAMES.filter((type) => named?.has(type))
  return known.length ? known : null
}

/** Reads the query of the address; unreadable parts count as not given. */
export function stateFromQuery(query: LocationQuery): SimulatorState {
  return {
    a: fromQuery(query),
    b: query.compare === undefined ? null : fromQuery(query, B),
    types: typesIn(query.types),
    event: (typeof query.event === 'string' && query.event) || null,
  }
}

/** The query of the address for a state; `stateFromQuery` reads it. */
export function stateToQuery({ a, b, types, event }: SimulatorState): Record<string, string> {
  return {
    ...toQuery(a),
    ...(b ? { compare: '1', ...toQuery(b, B) } : {}),
    ...(types ? { types: types.join(',') } : {}),
    ...(event ? { event } : {}),
  }
}

/** Whether `/simulate` supports the type; the others are simulated by Gatehouse only. */
export function isOffered(type: PolicyType): boolean {
  return SIMULATED_TYPES.some((offered) => offered === type)
}

/** The types of an engine, in the order of the type table. */
export function availableTypes(engine: Workspace['engine']): PolicyType[] {
  return POLICY_TYPE_NAMES.filter((type) => engine === 'identity' || POLICY_TYPES[type].engine === 'both')
}

/** The default choice of types: those of `/simulate`, and those that the organization has policies of. */
export function suggestedTypes({ engine, counts }: Pick<Workspace, 'engine' | 'counts'>): PolicyType[] {
  return availableTypes(engine).filter((type) => isOffered(type) || (counts.policies[type] ?? 0) > 0)
}
