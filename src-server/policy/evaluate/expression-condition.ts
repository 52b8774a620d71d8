import { compile, parse, test, trace, type ExpressionContext, type TraceNode } from '#expression/index.ts'
import { UNKNOWN_BEHAVIORS, type Behaviors } from '../behaviors.ts'
import { fix, type Fix } from '../counterfactual/changes.ts'
import type { Environment } from '../conditions/condition.ts'
import { fixesFor } from '../counterfactual/expression-fix.ts'
import type { Facts } from '../prepared-context.ts'
import type { ConditionTrace, EvaluationContext, TextParts } from '../types.ts'
import { UNKNOWN, truthOf, type Truth } from '../verdict.ts'

/** An expression ready to be asked; the only place that knows the expression language's own interface. */
interface CompiledExpression {
  test: (facts: Facts) => Truth
  fixes: (facts: Facts) => readonly Fix[]
  evidence: (facts: Facts) => { actual: TextParts; missing: string | null; parts: readonly ConditionTrace[] }
}

type User = NonNullable<ExpressionContext['user']>

type Group = NonNullable<User['groups']>[number]
type GroupViews = NonNullable<EvaluationContext['groups']>

/** WHY: a count over many people gives all of them the same list. */
const NO_VIEWS: GroupViews = []
const recordsOfViews = new WeakMap<GroupViews, ReadonlyMap<string, Group>>()

function recordsOf(views: GroupViews): ReadonlyMap<string, Group> {
  const known = recordsOfViews.get(views)
  if (known) return known
  const records = new Map<string, Group>()
  for (const { id, type, profile } of views) records.set(id, { id, name: profile.name, ...(type ? { type } : {}) })
  recordsOfViews.set(views, records)
  return records
}

function groupsOf({ groupIds, context }: Facts, everyoneGroupId: string): User['groups'] {
  if (groupIds === null) return undefined
  const records = recordsOf(context.groups ?? NO_VIEWS)
  const groups: Group[] = []
  // Those of a person are different ones; a request may name one twice.
  for (const id of context.person ? groupIds : new Set(groupIds))
    if (id !== everyoneGroupId) groups.push(records.get(id) ?? { id })
  groups.push(records.get(everyoneGroupId) ?? { id: everyoneGroupId, name: 'Everyone', type: 'BUILT_IN' })
  return groups
}

/** Groups without a person decide memberships only. */
function userOf(facts: Facts, everyoneGroupId: string): User | null {
  const { person } = facts.context
  let groups: User['groups']
  if (!person) {
    groups = groupsOf(facts, everyoneGroupId)
    return groups ? { groups } : null
  }
  return {
    id: person.id,
    ...person.user,
    // Few expressions ask for groups, and making them takes longer than most expressions do.
    get groups() {
      return (groups ??= groupsOf(facts, everyoneGroupId))
    },
  }
}

function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

function loginOf({ identifier, person }: EvaluationContext): string | null {
  const login = person?.user?.profile['login']
  return identifier ?? (typeof login === 'string' ? login : null)
}

/** What the context holds, as the language names it; what it does not hold is left out, which reads as unknown. */
function expressionContext(facts: Facts, everyoneGroupId: string, { nameOf }: Behaviors): ExpressionContext {
  const { now, device, risk } = facts.context
  const behaviors = facts.context.behaviors?.map(nameOf) ?? null
  const identifier = loginOf(facts.context)
  return {
    now,
    user: userOf(facts, everyoneGroupId),
    device: device
      ? { profile: given({ platform: device.platform, registered: device.registered, managed: device.managed }) }
      : null,
    security: { risk: risk ? { level: risk } : null, behaviors },
    login: identifier === null ? null : { identifier },
  }
}

const FIELDS: readonly (readonly [prefix: string, field: string])[] = [
  ['user', 'policyContext.user'],
  ['login', 'policyContext.identifier'],
  ['security.behaviors', 'policyContext.behaviors'],
  ['security.risk', 'policyContext.risk'],
  ['device.profile.managed', 'policyContext.device.managed'],
  ['device.profile.registered', 'policyContext.device.registered'],
  ['device.profile.platform', 'policyContext.device.platform'],
]

const READS: ReadonlySet<TraceNode['kind']> = new Set(['member', 'name', 'call'])

/** What the expression read, outermost first: `user.profile.department`, not its parts. */
function reads(node: TraceNode): TraceNode[] {
  if (node.skipped) return []
  return READS.has(node.kind) ? [node] : node.children.flatMap(reads)
}

/** The outermost value that is unknown, down to the part of a call that made it so. */
function unknowns(node: TraceNode): TraceNode[] {
  if (node.skipped) return []
  const inner = node.children.flatMap(unknowns)
  return inner.length || node.value !== 'undefined' ? inner : [node]
}

function missingOf(node: TraceNode): string | null {
  for (const { source } of unknowns(node)) {
    const field = FIELDS.find(([prefix]) => source === prefix || source.startsWith(`${prefix}.`))
    if (field) return field[1]
  }
  return null
}

function actualOf(node: TraceNode): TextParts {
  if (node.skipped) return ['not needed']
  const seen = [...new Set(reads(node).map(({ source, value }) => `${source} is ${value}`))]
  return [seen.length ? seen.join(', ') : node.value]
}

/** Sub-expressions that are true or false by themselves. */
function partsOf(node: TraceNode): ConditionTrace[] {
  return node.children.flatMap((child) =>
    child.status === null
      ? partsOf(child)
      : [
          {
            path: 'elCondition.condition',
            status: child.status,
            expected: [child.source],
            actual: actualOf(child),
            missing: child.status === 'UNDEFINED' ? missingOf(child) : null,
            parts: partsOf(child),
          },
        ],
  )
}

/** Compiles a condition's text; one that cannot be read decides nothing (spec/4 §1.9.5). */
export function compileExpression(
  source: string,
  { everyoneGroupId, behaviors = UNKNOWN_BEHAVIORS }: Environment,
): CompiledExpression {
  const parsed = parse(source)
  if (!parsed.ok)
    return {
      test: () => UNKNOWN,
      fixes: () => [fix(['the expression would have to be one that can be read'])],
      evidence: () => ({ actual: ['an expression that cannot be read'], missing: null, parts: [] }),
    }
  const compiled = compile(parsed.expression)
  const contextOf = (facts: Facts) => (facts.expression ??= expressionContext(facts, everyoneGroupId, behaviors))
  return {
    fixes: (facts) => fixesFor(parsed.expression, contextOf(facts), { context: facts.context, behaviors }),
    test: (facts) => truthOf(test(compiled, contextOf(facts))),
    evidence: (facts) => {
      const root = trace(compiled, contextOf(facts))
      return { actual: actualOf(root), missing: missingOf(root), parts: partsOf(root) }
    },
  }
}
