import type { InvariantClaim } from '#contract/gatehouse/invariant.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { evaluationOrder } from '#contract/policy/list-order.ts'
import {
  keptActions,
  promisedBy,
  uncapitalize,
  type DecidingType,
  type NameOf,
  type RuleRecord,
} from '#policy/index.ts'
import type { Scope } from '../scope.ts'
import { coverings, restrictions } from './conditions.ts'
import { isNew, newRuleId, type Edit, type RuleAt } from './edit.ts'

/** What an invariant says, and how its policies are named. */
interface Meant {
  name: string
  scope: Scope
  claim: InvariantClaim
  everyone: string
  nameOf: NameOf
}

/** So many rules below one that breaks an invariant are tried above it. */
const MOST_MOVED = 8

const quoted = ({ policy, rule }: RuleAt) => `rule “${rule.name}” of “${policy.name}”`

/**
 * Changes of one rule that breaks an invariant, or around it, any of which might make it hold, the smallest first; whether one does is to be proved. None
 * names a rule that another edit makes, so that each is possible alone.
 */
export function candidateEdits(at: RuleAt, meant: Meant): Edit[] {
  if (isNew(at.rule)) return []
  const type = at.policy.type as DecidingType
  return [
    ...moves(at, type, meant),
    ...ofConditions(at, type, meant),
    ...ofActions(at, type, meant),
    ...added(at, type, meant),
  ]
}

function ofActions(at: RuleAt, type: DecidingType, { claim }: Meant): Edit[] {
  const kept = keptActions(claim, type, at.rule)
  return kept ? [{ ...at, kind: 'ACTIONS', actions: kept.actions, text: `${kept.verb} in ${quoted(at)}` }] : []
}

/** The rule that closes a policy is for everyone, and stays so. */
function ofConditions(at: RuleAt, type: DecidingType, { scope, everyone, nameOf }: Meant): Edit[] {
  if (at.rule.system) return []
  return restrictions(at.rule.conditions, scope, { type, everyone, nameOf }).map(({ conditions, text }) => ({
    ...at,
    ...{ kind: 'CONDITIONS', conditions, text: text(quoted(at)) },
  }))
}

/** Rules below it that keep the claim, each right above it. */
function moves(at: RuleAt, type: DecidingType, { claim }: Meant): Edit[] {
  const { policy, rule: before } = at
  const leaves = promisedBy(claim)[type === 'SVC_SIGN_ON' ? 'session' : 'app']
  const active = evaluationOrder(policy.rules.filter(({ status }) => status === 'ACTIVE'))
  const below = active.slice(active.findIndex(({ id }) => id === before.id) + 1)
  return below
    .filter((rule) => !rule.system && !isNew(rule) && !leaves(rule))
    .slice(0, MOST_MOVED)
    .map((rule) => ({
      ...{ policy, rule, kind: 'MOVE', before },
      text: `Move rule “${rule.name}” of “${policy.name}” right above “${before.name}”`,
    }))
}

/**
 * A rule for what the invariant is about, which does the same otherwise: right above it, or first in its policy, where it decides for the rules between as
 * well. WHY the first place alone for one that denies: it loosens nothing there. One for everyone is none: no rule below it would decide any more.
 */
function added(at: RuleAt, type: DecidingType, meant: Meant): Edit[] {
  const { policy, rule } = at
  const kept = keptActions(meant.claim, type, rule)
  const [first = rule] = evaluationOrder(policy.rules.filter((one) => !isNew(one)))
  const places = meant.claim.kind === 'DENIED' || first.id === rule.id ? [first] : [rule, first]
  return places.flatMap((before) => (kept ? addedAt(before, policy, { ...meant, type, ...kept }) : []))
}

function addedAt(
  before: RuleRecord,
  policy: RuleAt['policy'],
  {
    name,
    scope,
    nameOf,
    type,
    verb,
    actions,
  }: Meant & { type: DecidingType; verb: string; actions: RuleRecord['actions'] },
): Edit[] {
  const whose = scope.people || scope.userType ? 'people' : 'sign-ins'
  return coverings(scope, type, nameOf).map(({ conditions, text }): Edit => {
    const rule: RuleRecord = {
      ...{ id: newRuleId(`${before.id} ${text}`), name: freeName(name, policy.rules) },
      ...{ status: 'ACTIVE', system: false, priority: before.priority, conditions, actions },
    }
    return {
      ...{ policy, rule, kind: 'CREATE', before },
      text: `Add a rule above “${before.name}” of “${policy.name}” for ${whose} ${text}: ${uncapitalize(verb)}`,
    }
  })
}

/** The name of the invariant, cut to what a rule may be called, with a number where a rule has it. */
function freeName(name: string, rules: readonly RuleRecord[]): string {
  const taken = new Set(rules.map((rule) => rule.name.toLowerCase()))
  const cut = (suffix: string) => `${name.slice(0, LIMITS.nameLength - suffix.length).trim()}${suffix}`
  let number = 1
  while (taken.has(cut(number === 1 ? '' : ` ${number}`).toLowerCase())) number++
  return cut(number === 1 ? '' : ` ${number}`)
}
