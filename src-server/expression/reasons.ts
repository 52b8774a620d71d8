import { pathParts } from './tree.ts'
import type { Node, TraceNode } from './types.ts'
import { describeType } from './unknown-names.ts'
import { typeOf, UNDEFINED, type Outcome, type Value } from './values.ts'

/** A sub-expression that was evaluated, with its own trace. */
interface Part {
  outcome: Outcome
  traced: TraceNode | undefined
}

/** Why a sub-expression is undefined or null, in one clause; null when it is neither. */
export function reasonOf(
  node: Node,
  source: string,
  { value, failure }: Outcome,
  parts: readonly Part[],
): string | null {
  if (failure !== null) return failure
  const isPath = node.kind === 'name' || node.kind === 'member'
  if (value === null) return isPath ? `${source} has no value` : null
  if (value !== UNDEFINED) return null
  const unknown = parts.find(({ outcome }) => outcome.value === UNDEFINED)
  if (unknown) return unknown.traced?.reason ?? `${shortened(source)} is not known`
  const empty = parts.find(({ outcome }) => outcome.value === null)
  if (empty) return empty.traced?.reason ?? `${shortened(empty.traced?.source ?? source)} has no value`
  if (isPath) return `the context does not hold ${pathParts(node)?.join('.') ?? shortened(source)}`
  const types = parts.map(({ outcome }) => describe(outcome.value)).join(' and ')
  if (node.kind !== 'call') return `${shortened(source)} cannot be decided for ${types}`
  const asksContext = node.receiver === null || node.receiver.kind === 'name'
  return asksContext
    ? `the context does not hold what ${node.name} asks for`
    : `${node.name} has no answer for ${types}`
}

function describe(value: Value): string {
  return value === UNDEFINED ? 'something unknown' : describeType(typeOf(value))
}

const MAX_SOURCE = 80

function shortened(source: string): string {
  return source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source
}
