import type { ExpressionContext } from '#expression/index.ts'
import { parseAddress, type Address } from './networks/address.ts'
import type { EvaluationContext } from './types.ts'

/** A context prepared for one request: fields that are read often, in a shape that is fast to read. */
export interface Facts {
  readonly context: EvaluationContext
  /** The person's groups or the context's; null when neither is given. */
  readonly groupIds: readonly string[] | null
  readonly personId: string | null
  /** Whether a client asks for itself and no person is given, whom conditions could be about. */
  readonly isClientAlone: boolean
  readonly zoneIds: readonly string[] | null
  /** Read when the first zone asks; ask `addressOf`. */
  address: Address | null | undefined
  /** The context as expressions see it, made when the first expression asks. */
  expression: ExpressionContext | null
}

/** Whether a client asks for itself and no person is given, whom conditions could be about. */
export const isClientAlone = ({ grantType, person, groupIds }: EvaluationContext): boolean =>
  grantType === 'client_credentials' && !person && !groupIds

/** Prepares a context. */
export function factsOf(context: EvaluationContext): Facts {
  const person = context.person ?? null
  const groupIds = person ? person.groupIds : (context.groupIds ?? null)
  return {
    context,
    groupIds,
    personId: person ? person.id : null,
    isClientAlone: isClientAlone(context),
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
