import type { ConditionExplanation, Verdict } from '../../../../src-server/contract/simulation.ts'
import { decisive } from './verdict-path.ts'

/** A step of the path: a policy, or a rule within one. */
export interface Step {
  id: string
  name: string
  status: Verdict
  conditions: readonly ConditionExplanation[]
  /** Of a policy. */
  rules?: readonly { status: Verdict }[]
}

/** How often a reason stands among steps that are told together. */
export interface Reason {
  words: string
  amount: number
}

/** A stretch of the path: one step that is told by itself, or many of one verdict, told in a line with their reasons. */
export type Stretch<S extends Step> =
  { kind: 'one'; step: S } | { kind: 'many'; status: Verdict; steps: S[]; reasons: Reason[] }

/** Up to so many neighbours of one verdict are told one by one. */
const APART = 3
/** Neighbours with one reason are told together; so are all, where that would make more groups than this. */
const GROUPS = 4

const FAILS: Readonly<Record<string, string>> = {
  'people.groups.include': 'not in their groups',
  'people.groups.exclude': 'in a group that they leave out',
  'people.users.include': 'not among their people',
  'people.users.exclude': 'among the people that they leave out',
  'userType.include': 'not of their user types',
  'userType.exclude': 'of a user type that they leave out',
  'network.connection': 'not from their networks',
  'network.include': 'not from their networks',
  'network.exclude': 'from a network that they leave out',
  'app.include': 'not for their applications',
  'app.exclude': 'for an application that they leave out',
  'clients.include': 'not for this client',
  'grantTypes.include': 'not for this grant',
  'scopes.include': 'not for these scopes',
  elCondition: 'their expression is false',
}

const OPEN: Readonly<Record<string, string>> = {
  people: 'no person is known',
  userType: 'no person is known',
  network: 'no network is known',
  riskScore: 'no risk is known',
  risk: 'nothing is known of behaviours',
  device: 'too little is known of the device',
  platform: 'no platform is known',
  elCondition: 'their expression is open',
}

const NO_RULE = 'none of their rules matches'
const first = (path: string) => path.split('.')[0] ?? path

/** Why a step did not decide, in words that fit many: "not in their groups". */
export function reasonOf(step: Step): string {
  const path = decisive(step.status, step.conditions)?.path
  if (!path) return step.status === 'UNDEFINED' ? 'a rule of theirs is open' : NO_RULE
  if (step.status === 'UNDEFINED') return OPEN[first(path)] ?? `${first(path)} is open`
  return FAILS[path] ?? FAILS[first(path)] ?? `${first(path)} does not fit`
}

function tallied<S extends Step>(steps: S[]): Stretch<S> {
  const amounts = new Map<string, number>()
  for (const step of steps) amounts.set(reasonOf(step), (amounts.get(reasonOf(step)) ?? 0) + 1)
  const reasons = [...amounts].map(([words, amount]) => ({ words, amount })).sort((a, b) => b.amount - a.amount)
  return { kind: 'many', status: steps[0]?.status ?? 'NOT_MATCH', steps, reasons }
}

/** Cuts a list where what `keyOf` says of neighbours changes. */
function runs<S>(list: readonly S[], keyOf: (item: S) => string): S[][] {
  const result: S[][] = []
  for (const item of list) {
    const last = result.at(-1)
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(item)) last.push(item)
    else result.push([item])
  }
  return result
}

const apart = <S extends Step>(steps: readonly S[]): Stretch<S>[] => steps.map((step) => ({ kind: 'one', step }))

/**
 * The path as it is told: in order, what decides by itself, and long runs of what did not in a line each, so that a
 * thousand policies read as a few lines.
 */
export function stretches<S extends Step>(path: readonly S[]): Stretch<S>[] {
  return runs(path, (step) => step.status).flatMap((run): Stretch<S>[] => {
    if (run[0]?.status === 'MATCH' || run.length <= APART) return apart(run)
    const groups = runs(run, reasonOf)
    if (groups.length > GROUPS) return [tallied(run)]
    return groups.flatMap((group) => (group.length > 1 ? [tallied(group)] : apart(group)))
  })
}

/** The line for many: "212 policies passed over: not in their groups", with the amounts where there are more reasons. */
export function manyWords<S extends Step>(
  { status, steps, reasons }: Extract<Stretch<S>, { kind: 'many' }>,
  noun: 'policy' | 'rule',
): { head: string; why: string } {
  const plural = noun === 'policy' ? 'policies' : 'rules'
  const head = `${steps.length} ${plural} ${status === 'UNDEFINED' ? 'cannot be told' : 'passed over'}`
  const why = reasons.length === 1 ? reasons[0]?.words : reasons.map((one) => `${one.amount} ${one.words}`).join(' · ')
  return { head, why: why ?? '' }
}

/** A part of a list that is drawn, the last always with it, and how many stand between. */
export function bounded<T>(list: readonly T[], limit: number): { head: T[]; hidden: number; last: T | null } {
  if (list.length <= limit + 1) return { head: [...list], hidden: 0, last: null }
  return { head: list.slice(0, limit), hidden: list.length - limit - 1, last: list.at(-1) ?? null }
}
