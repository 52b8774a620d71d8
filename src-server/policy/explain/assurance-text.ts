import { AUTHENTICATOR_TABLE, authenticatorLabel } from '#contract/policy/authenticator-table.ts'
import type { ConstraintClass } from '#contract/policy/factor-match.ts'
import type { Candidate, ChainAssurance, ConstraintAssurance } from './assurance.ts'
import { capitalize, formatList } from './labels.ts'

/** What people can use; where nothing is switched on, what they could. */
function labels(candidates: readonly Candidate[]): string[] {
  const on = candidates.filter(({ enabled }) => enabled)
  return (on.length ? on : candidates).map(({ entry }) => entry.label)
}

function anyOf(candidates: readonly Candidate[]): string {
  const names = labels(candidates)
  return names.length === 1 ? (names[0] as string) : `any of: ${names.join(', ')}`
}

const ANYTHING: Readonly<Record<ConstraintClass, string>> = {
  knowledge: 'anything the person knows',
  possession: 'anything the person has',
}

function demandedText(name: ConstraintClass, constraint: ConstraintAssurance): string {
  const candidates = constraint[name] ?? []
  const all = AUTHENTICATOR_TABLE.filter(({ classes }) => classes.includes(name))
  return candidates.length === all.length ? ANYTHING[name] : anyOf(candidates)
}

/** What fills the factors that no class is demanded for; not listed where anything does. */
function freeText({ demanded, free, combinations, knowledge, possession }: ConstraintAssurance): string {
  const open = (!knowledge || demanded.includes('knowledge')) && (!possession || demanded.includes('possession'))
  const two = combinations[0]?.steps.length === 2
  if (demanded.length) return open ? 'one more of another kind' : anyOf(free)
  if (open) return two ? 'any two of different kinds' : 'any one'
  return two ? `two of different kinds, ${anyOf(free)}` : anyOf(free)
}

/**
 * Who gets in with what, as one sentence without a full stop: "Password and any of: Email, Phone (SMS)". Empty where
 * nothing satisfies the constraint; its problems say why. Authenticators that are switched off are not named.
 */
export function assuranceText(constraint: ConstraintAssurance): string {
  if (!constraint.satisfiable) return ''
  const { demanded, free, alone } = constraint
  const parts = [
    ...demanded.map((name) => demandedText(name, constraint)),
    ...(free.length ? [freeText(constraint)] : []),
  ]
  const sole = labels(alone)
  const enough = `; ${formatList(sole, 'or')} ${sole.length > 1 ? 'are each' : 'is'} enough alone`
  const and = parts[0]?.includes(':') ? ', and ' : ' and '
  return capitalize(parts.join(and)) + (demanded.length && alone.length ? enough : '')
}

/** The steps of a chain as one sentence without a full stop: "Password, then any of: Email, Phone (SMS)". Empty where nothing satisfies it. */
export function chainAssuranceText({ satisfiable, steps }: ChainAssurance): string {
  return satisfiable ? capitalize(steps.map(anyOf).join(', then ')) : ''
}

/** "Switch on Verify app or Smart card": what an alternative lacks; empty where it lacks nothing. */
export function enableText({ enable }: Pick<ConstraintAssurance, 'enable'>): string {
  const each = enable.map((references) =>
    formatList(
      references.map(({ key, method }) => authenticatorLabel(key, method)),
      'or',
    ),
  )
  return each.length ? `Switch on ${each.join(', and ')}` : ''
}
