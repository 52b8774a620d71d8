import type { ConditionExplanation, Verdict } from '#contract/policy/simulation.ts'
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

/** A reason and the number of steps that have it. */
interface Reason {
  text: string
  amount: number
}

/** A part of the path: a single step, or many steps with one status, shown in one line with their reasons. */
export type StepGroup<S extends Step> =
  { kind: 'one'; step: S } | { kind: 'many'; status: Verdict; steps: S[]; reasons: Reason[] }

/** Runs of up to this many steps with one status are shown one by one. */
const APART = 3
/** Runs are split by reason, unless that makes more groups than this. */
const GROUPS = 4

const FAILS: Readonly<Record<string, string>> = {
  'people.groups.include': 'not in their groups',
  'people.groups.exclude': 'in an excluded group',
  'people.users.include': 'not one of their people',
  'people.users.exclude': 'an excluded person',
  'userType.include': 'not of their user types',
  'userType.exclude': 'of an excluded user type',
  'network.connection': 'not from their network zones',
  'network.include': 'not from their network zones',
  'network.exclude': 'from an excluded network zone',
  'app.include': 'not for their applications',
  'app.exclude': 'for an excluded application',
  'clients.include': 'not for this client',
  'grantTypes.include': 'not for this grant',
  'scopes.include': 'not for these scopes',
  elCondition: 'their expression is false',
}

const OPEN: Readonly<Record<string, string>> = {
  people: 'no person given',
  userType: 'no person given',
  network: 'no network given',
  riskScore: 'no risk given',
  risk: 'no behaviors given',
  device: 'device details missing',
  platform: 'no platform given',
  elCondition: 'their expression is undefined',
}

const NO_RULE = 'no rule matches'
const first = (path: string) => path.split('.')[0] ?? path

/** Why a step did not decide, in words that fit one or many: "not in their groups". */
export function reasonOf(step: Step): string {
  const path = decisive(step.status, step.conditions)?.path
  if (!path) return step.status === 'UNDEFINED' ? 'one of their rules is undefined' : NO_RULE
  if (step.status === 'UNDEFINED') return OPEN[first(path)] ?? `${first(path)} is undefined`
  return FAILS[path] ?? FAILS[first(path)] ?? `${first(path)} does not fit`
}

function tallied<S extends Step>(steps: S[]): StepGroup<S> {
  const amounts = new Map<string, number>()
  for (const step of steps) amounts.set(reasonOf(step), (amounts.get(reasonOf(step)) ?? 0) + 1)
  const reasons = [...amounts].map(([text, amount]) => ({ text, amount })).sort((a, b) => b.amount - a.amount)
  return { kind: 'many', status: steps[0]?.status ?? 'NOT_MATCH', steps, reasons }
}

/** Splits a list into runs of equal `keyOf`. */
function runs<S>(list: readonly S[], keyOf: (item: S) => string): S[][] {
  const result: S[][] = []
  for (const item of list) {
    const last = result.at(-1)
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(item)) last.push(item)
    else result.push([item])
  }
  return result
}

const apart = <S extends Step>(steps: readonly S[]): StepGroup<S>[] => steps.map((step) => ({ kind: 'one', step }))

/**
 * The path in groups: deciding steps on their own, long runs of other steps in one line each, so that a thousand policies
 * become a few lines.
 */
export function groupSteps<S extends Step>(path: readonly S[]): StepGroup<S>[] {
  return runs(path, (step) => step.status).flatMap((run): StepGroup<S>[] => {
    if (run[0]?.status === 'MATCH' || run.length <= APART) return apart(run)
    const groups = runs(run, reasonOf)
    if (groups.length > GROUPS) return [tallied(run)]
    return groups.flatMap((group) => (group.length > 1 ? [tallied(group)] : apart(group)))
  })
}

/** The line of a group: "212 policies skipped: not in their groups", with counts where there are several reasons. */
export function groupText<S extends Step>(
  { status, steps, reasons }: Extract<StepGroup<S>, { kind: 'many' }>,
  noun: 'policy' | 'rule',
): { head: string; why: string } {
  const plural = noun === 'policy' ? 'policies' : 'rules'
  const head = `${steps.length} ${plural} ${status === 'UNDEFINED' ? 'need more information' : 'skipped'}`
  const why = reasons.length === 1 ? reasons[0]?.text : reasons.map((one) => `${one.amount} ${one.text}`).join(' · ')
  return { head, why: why ?? '' }
}

/** The first `limit` items and the last one, and the number of hidden items between them. */
export function bounded<T>(list: readonly T[], limit: number): { head: T[]; hidden: number; last: T | null } {
  if (list.length <= limit + 1) return { head: [...list], hidden: 0, last: null }
  return { head: list.slice(0, limit), hidden: list.length - limit - 1, last: list.at(-1) ?? null }
}
