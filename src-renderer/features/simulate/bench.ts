import type { LocationQuery } from 'vue-router'
import { POLICY_TYPES, POLICY_TYPE_NAMES, type PolicyType } from '../../../src-server/contract/policy-types.ts'
import { SIMULATED_TYPES } from '../../../src-server/contract/simulation.ts'
import type { Workspace } from '../../../src-server/contract/workspace.ts'
import { fromQuery, toQuery, type SignIn } from './context.ts'

export type Side = 'a' | 'b'

/** All that the page's address holds. */
export interface Bench {
  a: SignIn
  /** The sign-in beside it; null while nothing is compared. */
  b: SignIn | null
  /** Types asked for, in the order of the table; null: what the workspace suggests. */
  types: PolicyType[] | null
}

const B = 'b.'

function typesIn(value: unknown): PolicyType[] | null {
  const named = typeof value === 'string' ? new Set(value.split(',')) : null
  const known = POLICY_TYPE_NAMES.filter((type) => named?.has(type))
  return known.length ? known : null
}

/** Reads the page's address; what it cannot read counts as not given. */
export function benchFromQuery(query: LocationQuery): Bench {
  return {
    a: fromQuery(query),
    b: query.compare === undefined ? null : fromQuery(query, B),
    types: typesIn(query.types),
  }
}

export function benchToQuery({ a, b, types }: Bench): Record<string, string> {
  return {
    ...toQuery(a),
    ...(b ? { compare: '1', ...toQuery(b, B) } : {}),
    ...(types ? { types: types.join(',') } : {}),
  }
}

/** Whether the interface's own simulation offers the type; the others are ours. */
export function isOffered(type: PolicyType): boolean {
  return SIMULATED_TYPES.some((offered) => offered === type)
}

/** The types that the workspace's engine has, in the order of the table. */
export function availableTypes(engine: Workspace['engine']): PolicyType[] {
  return POLICY_TYPE_NAMES.filter((type) => engine === 'identity' || POLICY_TYPES[type].engine === 'both')
}

/** The types asked for at first: what the interface simulates, and what the organization has policies of. */
export function suggestedTypes({ engine, counts }: Pick<Workspace, 'engine' | 'counts'>): PolicyType[] {
  return availableTypes(engine).filter((type) => isOffered(type) || (counts.policies[type] ?? 0) > 0)
}
