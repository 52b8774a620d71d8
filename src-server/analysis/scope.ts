import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import {
  blockedBy,
  compile,
  decide,
  evaluate,
  termsOf,
  type ApplicationRecord,
  type EvaluationContext,
  type Formula,
  type PolicySet,
  type TermEnvironment,
} from '#policy/index.ts'

type App = NonNullable<InvariantWrite['app']>
export type Scope = InvariantWrite['scope']

/** The applications that an entry of an invariant names. */
const isNamed = (entries: App['include'], { id, name }: ApplicationRecord) =>
  entries.some((entry) => (entry.type === 'APP' ? entry.id === id : entry.name === name))

/** The active applications that an invariant is about; to others there is no sign-in. */
export const appsInScope = ({ include, exclude }: App, applications: PolicySet['applications']): ApplicationRecord[] =>
  applications.filter(
    (app) => app.status === 'ACTIVE' && (include.length === 0 || isNamed(include, app)) && !isNamed(exclude, app),
  )

/** The sign-ins that a scope is about. */
export const scopeFormulas = (scope: Scope, environment: TermEnvironment): Formula[] =>
  termsOf(scope, environment).map(({ term }) => term.yes)

/** Whether the core, too, takes a sign-in as one that a scope is about and that reaches a policy; `may`: or leaves that open. */
interface ReachTest {
  is: (context: EvaluationContext) => boolean
  may: (context: EvaluationContext) => boolean
}

export function reachTest(scope: Scope, set: PolicySet): ReachTest {
  const named = { id: 'scope', name: 'scope', status: 'ACTIVE', priority: 1, system: false } as const
  const compiled = compile({
    ...set,
    policies: [
      { ...named, type: 'SVC_SIGN_ON', conditions: null, rules: [{ ...named, conditions: scope, actions: {} }] },
    ],
  })
  const reaches = ({ ip, zoneIds }: EvaluationContext) => blockedBy(set, ip, zoneIds) === null
  return {
    is: (context) => reaches(context) && decide(compiled, 'SVC_SIGN_ON', context) !== null,
    may: (context) => reaches(context) && evaluate(compiled, 'SVC_SIGN_ON', context).status !== 'NOT_MATCH',
  }
}
