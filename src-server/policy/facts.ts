import type { ExpressionContext } from '#expression/index.ts'
import { parseAddress, type Address } from './networks/address.ts'
import type { EvaluationContext } from './types.ts'

/** A context prepared for one request: fields that are read often, in a shape that is fast to read. */
export interface Facts {
  readonly context: EvaluationContext
  /** The person's groups or the context's; null when neither is given. */
  readonly groupIds: readonly string[] | null
  readonly personId: string | null
  readonly zoneIds: readonly string[] | null
  /** Read when the first zone asks; ask `addressOf`. */
  address: Address | null | undefined
  /** The context as expressions see it, made when the first expression asks. */
  expression: ExpressionContext | null
}

/** Prepares a context. */
export function factsOf(context: EvaluationContext): Facts {
  const person = context.person ?? null
  return {
    context,
    groupIds: person ? person.groupIds : (context.groupIds ?? null),
    personId: person ? person.id : null,
    zoneIds: context.zoneIds?.length ? context.zoneIds : null,
    address: undefined,
    expression: null,
  }
}

/** The address of the request; null when none is given, or none that can be read. */
export function addressOf(facts: Facts): Address | null {
  if (facts.address === undefined) facts.address = facts.context.ip ? parseAddress(facts.context.ip) : null
  return facts.address
}
