import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import {
  and,
  compile,
  decide,
  evaluate,
  holdsIn,
  isBroken,
  not,
  or,
  promisedBy,
  SUBJECTS,
  type ApplicationRecord,
  type CompiledSet,
  type EvaluationContext,
  type Fact,
  type Formula,
  type PolicySet,
  type Promised,
  type RuleRecord,
  type TypeEvaluation,
} from '#policy/index.ts'
import { appGrouping, decidingLists, SESSION_ALONE } from './invariant-lists.ts'
import type { RuleInPlace, RuleList } from './rule-lists.ts'
import { InvariantSolvers, type Decided, type KnownRules } from './invariant-solvers.ts'
import type { Assignment } from './satisfiable.ts'
import { reachTest } from './scope.ts'
import { inTime, type TimeLimit } from './time-limit.ts'

/** What has to hold of which sign-ins. */
export type Question = Pick<InvariantWrite, 'scope' | 'app' | 'claim'>

/** A way to break a question: sign-ins to applications that the same rules decide for. */
export interface Breach {
  /** The applications; null where the question is about signing in. */
  apps: readonly ApplicationRecord[] | null
  /** All that sign-ins are told apart by. */
  facts: ReadonlyMap<string, Fact>
  /** One of these sign-ins. */
  first: Assignment
  /** The rules that decide one of them, each in its policy; fewer where none does. */
  deciders: (signIn: Assignment) => Pick<RuleInPlace, 'policy' | 'rule'>[]
  /** One of them of which more holds besides; null: there is none. @throws TimeUpError */
  find: (also: Formula) => Assignment | null
  /** All that makes the rules decide that do, in one of them: whatever meets it breaks the question. */
  madeBy: (signIn: Assignment) => Formula
  /** Whether the core, too, sees the question broken by a sign-in. */
  isBrokenBy: (context: EvaluationContext) => boolean
  /** Whether the core knows enough of a sign-in to say which rules decide it. */
  isCertain: (context: EvaluationContext) => boolean
  /** Whether the core leaves open that rules decide as in one of them, where not all of it can be told. */
  mayBeBrokenBy: (context: EvaluationContext, signIn: Assignment) => boolean
}

interface Limits {
  /** Whether applications have policies of their own. */
  withApps: boolean
  /** Of each question; who asks it begins it. */
  limit: TimeLimit
}

/** What was left when the time was over: sign-ins to some applications, or those to none. */
export interface Unasked {
  apps: readonly ApplicationRecord[] | null
}

/**
 * Ways to break a question, policy by policy, each looked for when it is asked for. Where there is none the question holds of every sign-in,
 * no matter whose and from where, but for what is returned: that for which there was no time.
 */
export type Breaches = Generator<Breach, Unasked | null>

/**
 * Asks questions about all sign-ins there could be that reach a policy, which those from addresses of a blocklist do not.
 * @param questions all that will be asked: they share what is known of the policies
 */
export function invariantProver(
  set: PolicySet,
  questions: readonly Question[],
  { withApps, limit }: Limits,
): (question: Question) => Breaches {
  const lists = decidingLists(set, withApps)
  const compiled = compile(set)
  const groupsOf = appGrouping(set, compiled, lists)
  const solvers = new InvariantSolvers(set, lists, { scopes: questions.map(({ scope }) => scope), limit })
  return function* ({ scope, app, claim }) {
    const promised = promisedBy(claim)
    const groups = app && withApps ? groupsOf(app) : [SESSION_ALONE]
    const inScope = reachTest(scope, set)
    for (const [at, { apps, list }] of groups.entries()) {
      const { solve, facts, ...rules } = solvers.of(list)
      const asked = and(solvers.scopeOf(scope), toApp(facts, apps?.[0]))
      const broken = and(asked, brokenBy(rules, promised))
      const found = inTime(() => solve(broken))
      if (!found) return { apps: apps && groups.slice(at).flatMap((group) => group.apps ?? []) }
      const first = found.value
      if (!first) continue
      const asking = [lists.session, ...(list ? [list] : [])]
      yield {
        ...{ apps, facts, first },
        deciders: (signIn) =>
          asking.flatMap(({ rules }) => rules.find(({ matches }) => holdsIn(matches, signIn)) ?? []),
        find: (also) => solve(and(broken, also)),
        madeBy: (signIn) => and(asked, ...asking.map((each) => decidedAsIn(signIn, each))),
        isBrokenBy: (context) =>
          inScope.may(context) && isBroken(promised, ...rulesFor(set, compiled, context, list !== null)),
        isCertain: (context) => asking.every(({ type }) => isCertain(evaluate(compiled, type, context, 'possible'))),
        mayBeBrokenBy: (context, signIn) =>
          inScope.may(context) && asking.every((each) => isPossible(compiled, context, each, signIn)),
      }
    }
    return null
  }
}

/** Whether no rule is left open before the one that decides. */
export const isCertain = ({ path }: TypeEvaluation) =>
  path.every((policy) =>
    policy.rules.every(({ status }) => status === 'NOT_MATCH' || (status === 'MATCH' && policy.status === 'MATCH')),
  )

/** Whether the rule of a list that decides in an assignment may decide a sign-in of which not all is known. */
function isPossible(compiled: CompiledSet, context: EvaluationContext, { type, rules }: RuleList, signIn: Assignment) {
  const id = rules.find(({ matches }) => holdsIn(matches, signIn))?.rule.id
  const { path, matched } = evaluate(compiled, type, context, 'possible')
  return id === undefined ? matched === null : path.some((policy) => policy.rules.some(({ rule }) => rule.id === id))
}

/** That of a list the rule decides that does in a sign-in, and the conditions before it are met and unmet as in that. */
function decidedAsIn(signIn: Assignment, { rules }: RuleList): Formula {
  const at = rules.findIndex(({ matches }) => holdsIn(matches, signIn))
  const before = at < 0 ? rules : rules.slice(0, at)
  return and(...before.map(({ matches }) => not(matches)), rules[at]?.matches ?? true)
}

/** The rules by which the core decides a sign-in; the second is undefined where the session alone decides. */
export function rulesFor(
  set: PolicySet,
  compiled: CompiledSet,
  context: EvaluationContext,
  withApp: boolean,
): [RuleRecord | null, RuleRecord | null | undefined] {
  const ruleOf = (type: PolicyType) => {
    const decision = decide(compiled, type, context)
    const policy = set.policies.find(({ id }) => id === decision?.policyId)
    return policy?.rules.find(({ id }) => id === decision?.ruleId) ?? null
  }
  return [ruleOf('SVC_SIGN_ON'), withApp ? ruleOf('ACCESS_POLICY') : undefined]
}

/** The sign-ins for which the rules that decide break what was promised. */
function brokenBy({ session, app }: Pick<KnownRules, 'session' | 'app'>, promised: Promised): Formula {
  const left = (rules: Decided, leaves: Promised['app']) =>
    or(...rules.flatMap(({ rule, signIns }) => (leaves(rule) ? [signIns] : [])))
  const bySession = left(session, promised.session)
  if (!app) return bySession
  const byApp = left(app, promised.app)
  return promised.brokenBy === 'both' ? and(bySession, byApp) : or(bySession, byApp)
}

/** That a sign-in is to an application, as far as conditions ask. */
function toApp(facts: ReadonlyMap<string, Fact>, app: ApplicationRecord | undefined): Formula {
  if (!app) return true
  const values = new Map<string, string>([
    [SUBJECTS.app, JSON.stringify(app.id)],
    [SUBJECTS.appName, JSON.stringify(app.name)],
  ])
  return and(
    ...[...facts.values()].flatMap((fact): Formula[] => {
      const { about } = fact
      if (about.kind === 'known') return values.has(about.subject) ? [fact] : []
      const value = about.kind === 'is' ? values.get(about.subject) : undefined
      return value === undefined || about.kind !== 'is' ? [] : [about.value === value ? fact : not(fact)]
    }),
  )
}
