import type { RoutingTestRequest } from '#contract/gatehouse/routing-test.ts'
import { asksPerson, compile, parse, textsOf } from '#expression/index.ts'
import { decide, type ActionsByType, type Decision, type EvaluationContext } from '#policy/index.ts'
import type { RuleView } from '../snapshot/read-policies.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** What the rule that decides says of providers: ids in its order, or the name that its expression comes to. */
export interface Routing {
  /** Null where no rule decides. */
  decision: Decision | null
  ids: readonly string[]
  names: readonly string[]
}

const NOWHERE: Routing = { decision: null, ids: [], names: [] }

/** Where routing sends a sign-in. Providers of the local network have no id and lead nowhere from here. */
export function routeSignIn(snapshot: Snapshot, context: EvaluationContext): Routing {
  const decision = decide(snapshot.compiled(), 'IDP_DISCOVERY', context)
  if (!decision) return NOWHERE
  const rule = snapshot.policies.get(decision.policyId)?.rules.find(({ id }) => id === decision.ruleId)
  const idp = rule && actionOf(rule)
  if (!rule || !idp) return { ...NOWHERE, decision }
  if (idp.idpSelectionType === 'DYNAMIC')
    return { ...NOWHERE, decision, names: criterionOf(rule)?.namesFor(context) ?? [] }
  return { ...NOWHERE, decision, ids: [...new Set((idp.providers ?? []).flatMap(({ id }) => (id ? [id] : [])))] }
}

/** The rule that routing went by; null where none decides. */
export function ruleOf({ policies }: Snapshot, { decision }: Routing) {
  const rule = policies.get(decision?.policyId ?? '')?.rules.find(({ id }) => id === decision?.ruleId)
  return rule ? { id: rule.id, name: rule.name, policyId: rule.policyId } : null
}

/** A provider as routing looks at it. */
export interface Destination {
  id: string
  name: string
  status: string
}

/**
 * The active providers that a sign-in goes to, in the order of the rule; none where it stays with the organization.
 * @param providers by name, then id
 */
export function destinationsOf<One extends Destination>({ ids, names }: Routing, providers: readonly One[]): One[] {
  const active = providers.filter(({ status }) => status === 'ACTIVE')
  if (names.length) return active.filter(({ name }) => names.includes(name)).slice(0, 1)
  return ids.flatMap((id) => active.filter((row) => row.id === id))
}

/** What a request says of a sign-in beside who signs in. */
export function placeOf(
  { ip, platform }: RoutingTestRequest,
  app: EvaluationContext['app'],
): Pick<EvaluationContext, 'ip' | 'device' | 'app'> {
  return { ip: ip ?? null, device: platform ? { platform } : null, app: app ?? null }
}

const askingPeople = new WeakMap<Snapshot, boolean>()

/** Whether any rule that routes now reads attributes of people, so that the person has to be looked up. */
export function routingAsksPeople(snapshot: Snapshot): boolean {
  const known = askingPeople.get(snapshot)
  if (known !== undefined) return known
  const policies = snapshot.byType.get('IDP_DISCOVERY') ?? []
  const asks = policies.some(
    ({ status, rules }) => status === 'ACTIVE' && rules.some((rule) => rule.status === 'ACTIVE' && asksPersonIn(rule)),
  )
  askingPeople.set(snapshot, asks)
  return asks
}

function asksPersonIn(rule: RuleView): boolean {
  if (rule.conditions?.userIdentifier?.type === 'ATTRIBUTE') return true
  return criterionOf(rule)?.asksPerson ?? false
}

const actionOf = ({ actions }: RuleView) => (actions as Partial<ActionsByType['IDP_DISCOVERY']>).idp

/** The expression by which a rule computes the name of a provider, ready to be asked. */
interface Criterion {
  asksPerson: boolean
  namesFor: (context: EvaluationContext) => string[]
}

/** By the rule's actions, which are other ones after each change of the rule. */
const criteria = new WeakMap<object, Criterion | null>()

function criterionOf(rule: RuleView): Criterion | null {
  const known = criteria.get(rule.actions)
  if (known !== undefined) return known
  const criterion = compileCriterion(rule)
  criteria.set(rule.actions, criterion)
  return criterion
}

/** Null for a rule that computes nothing, and for an expression that cannot be read (spec/4 §1.2). */
function compileCriterion(rule: RuleView): Criterion | null {
  const given = actionOf(rule)?.matchCriteria?.[0]
  // Names are the one property that the interface was seen to match (spec/5 §13).
  if (!given || (given.propertyName ?? 'name') !== 'name') return null
  const parsed = parse(given.providerExpression, 'condition', { result: 'value' })
  if (!parsed.ok) return null
  const compiled = compile(parsed.expression)
  return {
    asksPerson: asksPerson(parsed.expression),
    namesFor: ({ now, person, identifier }) =>
      textsOf(compiled, { now, user: person?.user ?? null, login: { identifier: identifier ?? null } }).values.slice(
        0,
        1,
      ),
  }
}
