import { AUTHENTICATOR_TABLE, type AuthenticatorMethod, type Characteristic } from './authenticator-table.ts'
import {
  CHARACTERISTIC_TEXT,
  refersTo,
  unknownReferences,
  type FactorProblem,
  type MethodReference,
  type Need,
} from './factor-match.ts'

/**
 * Chains of authentication methods (spec/5 §13, spec/6 9): steps in order, each of which any of its methods satisfies.
 *
 * Judgements where nothing is recorded:
 * - `chains` is an OR, as `constraints` is (spec/1 "Constraint logic"); the steps of one chain are an AND.
 * - Each step is a proof of its own: one method cannot satisfy two steps of a chain. Two methods of one authenticator can.
 * - A chain asks for exactly its steps, whatever classes of factor they are of.
 * - A method for which a characteristic is required counts where the authenticator can have it, as in a constraint.
 */

/** What a chain can require of a method. */
export const CHAIN_TRAITS = ['hardwareProtection', 'phishingResistant', 'userVerification'] as const

/** A method of a step, and what is required of it. */
export interface ChainMethodReference
  extends MethodReference, Partial<Record<(typeof CHAIN_TRAITS)[number], Need | undefined>> {}

/** A chain, which is its first step; `next` holds at most one further step. As sent, or as stored. */
export interface MethodChain {
  authenticationMethods: readonly ChainMethodReference[]
  /** How long a proof of the step holds, as an ISO 8601 period; absent: as long as the verification method says. */
  reauthenticateIn?: string | undefined
  next?: readonly MethodChain[] | undefined
}

/** The steps of a chain in order, without those that follow them. */
export function stepsOf(chain: MethodChain): MethodChain[] {
  const steps: MethodChain[] = []
  for (let step: MethodChain | undefined = chain; step; step = step.next?.[0]) steps.push(step)
  return steps
}

const requiredOf = (reference: ChainMethodReference) => CHAIN_TRAITS.filter((name) => reference[name] === 'REQUIRED')

/** What is required of a method that satisfies a step: of the reference that requires least; null for one that does not satisfy it. */
function requiredAt({ authenticationMethods }: MethodChain, entry: AuthenticatorMethod): Characteristic[] | null {
  const [least = null] = authenticationMethods
    .filter((reference) => refersTo(reference, entry))
    .map(requiredOf)
    .filter((traits) => traits.every((name) => entry.characteristics[name] !== 'no'))
    .sort((a, b) => a.length - b.length)
  return least
}

/** The methods that satisfy a step, in the table's order. */
export function methodsOfStep(step: MethodChain): AuthenticatorMethod[] {
  return AUTHENTICATOR_TABLE.filter((entry) => requiredAt(step, entry) !== null)
}

/** The characteristics on which a method satisfies a step, and which only some configurations of it have. */
export function conditionsAt(step: MethodChain, entry: AuthenticatorMethod): Characteristic[] {
  return (requiredAt(step, entry) ?? []).filter((name) => entry.characteristics[name] === 'configurable')
}

/** References of which no method has what is required: they would silently allow nothing. */
function vainReferences({ authenticationMethods }: MethodChain): FactorProblem[] {
  return authenticationMethods.flatMap((reference, index): FactorProblem[] => {
    const named = AUTHENTICATOR_TABLE.filter((entry) => refersTo(reference, entry))
    const lacking = requiredOf(reference).find((name) => named.every((entry) => entry.characteristics[name] === 'no'))
    if (lacking === undefined || named.length === 0) return []
    const [{ label = '' } = {}] = named
    return [
      { path: ['authenticationMethods', index, lacking], message: `${label} is never ${CHARACTERISTIC_TEXT[lacking]}` },
    ]
  })
}

/** A step that got no item of its own, and why: more steps want these items than there are. */
interface Contest<Item> {
  /** The step that got nothing first, then those that hold what it could take, directly or by passing on. */
  readonly steps: readonly number[]
  /** All that these steps could take. */
  readonly items: readonly Item[]
}

/**
 * Gives as many steps as possible an item of their own, by augmenting paths; steps and items are few.
 * @param choices what each step could take
 * @returns the steps for which nothing is left
 */
export function contestsOf<Item>(choices: readonly (readonly Item[])[]): Contest<Item>[] {
  const holder = new Map<Item, number>()
  function claim(step: number, tried: Set<Item>): boolean {
    return (choices[step] ?? []).some((item) => {
      if (tried.has(item)) return false
      tried.add(item)
      const other = holder.get(item)
      if (other !== undefined && !claim(other, tried)) return false
      holder.set(item, step)
      return true
    })
  }
  return choices.flatMap((_, step) => {
    const tried = new Set<Item>()
    if (claim(step, tried)) return []
    const items = [...tried]
    return [{ steps: [step, ...items.flatMap((item) => holder.get(item) ?? [])], items }]
  })
}

/** The path of a step inside its chain: `next[0]` for each step before it. */
export function stepPath(index: number): (string | number)[] {
  return Array.from({ length: index }, () => ['next', 0] as const).flat()
}

/** Why no one can satisfy a chain, at the step that is to blame; `path` is relative to the chain. */
export function chainProblems(chain: MethodChain): FactorProblem[] {
  const steps = stepsOf(chain)
  const unknown = steps.flatMap((step, index) =>
    [...unknownReferences(step), ...vainReferences(step)].map(({ path, message }) => ({
      path: [...stepPath(index), ...path],
      message,
    })),
  )
  if (unknown.length) return unknown
  const choices = steps.map((step) => methodsOfStep(step).map(({ key, method }) => `${key} ${method}`))
  // A step without methods is told by the schema.
  const contest = contestsOf(choices).find(({ items }) => items.length > 0)
  if (!contest) return []
  const { steps: contested, items } = contest
  const message = `needs a method of its own: ${items.join(', ')} ${items.length > 1 ? 'are' : 'is'} asked for by earlier steps`
  return [{ path: [...stepPath(contested[0] ?? 0), 'authenticationMethods'], message }]
}
