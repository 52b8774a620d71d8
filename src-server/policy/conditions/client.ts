import type { RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix, type Change } from '../counterfactual/changes.ts'
import { and, has, known, not, or } from '../formula/formula.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { ALWAYS, isOneOf, OTHER, type Term } from '../formula/term.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, truth, type Truth } from '../verdict.ts'
import { allOf, idList, NOTHING, textList, type ConditionKind, type TermEnvironment } from './condition.ts'

/** Conditions of the authorization policies of an OAuth server: client, grant and scopes. */

type Include = { include: string[] }

interface ClientKind {
  path: string
  noun: string
  /** The element that means all; null where there is none. */
  all: string | null
  /** Whether the elements are ids of things that may be gone. */
  ids: boolean
  /** The field of the context. */
  missing: string
  read: (context: EvaluationContext) => readonly string[] | null
  /** That all of those are in the list. */
  within: (include: readonly string[], environment: TermEnvironment) => Term
  /** To ask for nothing but these; the first is what the context may keep. */
  choose: (remaining: readonly [string, ...string[]]) => Change
}

/** Every requested item must be in the list, such as each of several scopes (the documents are silent); an empty list asks for nothing, like an absent one. */
function clientKind({ path, noun, all, missing, ids, read, within, choose }: ClientKind): ConditionKind<Include> {
  const list = (items: readonly string[], last: 'or' | 'and') => (ids ? idList(items, last) : textList(items, last))
  const asksNothing = (include: readonly string[]) => include.length === 0 || (all !== null && include.includes(all))
  return {
    compile({ include }) {
      if (include.length === 0) return NOTHING
      const expected = new Set(include)
      const everything = all !== null && expected.has(all)
      const test = (context: EvaluationContext): Truth => {
        const seen = read(context)
        return seen ? truth(seen.every((item) => expected.has(item))) : UNKNOWN
      }
      return allOf([
        {
          path,
          test: everything ? () => YES : ({ context }) => test(context),
          expected: () => (everything ? [`any ${noun}`] : [`${noun} `, ...list(include, 'or')]),
          actual: ({ context }) => {
            const seen = read(context)
            return seen?.length ? [`${noun} `, ...list(seen, 'and')] : [`no ${noun}`]
          },
          missing: () => missing,
          fixes: ({ context }, exists) => {
            const remaining = read(context)?.filter((item) => expected.has(item)) ?? []
            const [first, ...rest] = remaining.length
              ? remaining
              : include.filter((item) => !ids || exists(item)).slice(0, 1)
            const text = [`the ${noun} would have to be `, ...list(include, 'or')]
            return [fix(text, ...(first ? [choose([first, ...rest])] : []))]
          },
        },
      ])
    },
    term: ({ include }, environment) => (asksNothing(include) ? ALWAYS : within(include, environment)),
    phrases: ({ include }) => (asksNothing(include) ? [] : [[`for ${noun} `, ...list(include, 'or')]]),
  }
}

/** That no scope is asked for that is not in the list. */
function onlyScopes(include: readonly string[], { scopes: all }: TermEnvironment): Term {
  const others = [...all.filter((scope) => !include.includes(scope)), OTHER].map((scope) => has(SUBJECTS.scopes, scope))
  return {
    yes: and(known(SUBJECTS.scopes), ...others.map(not)),
    no: and(known(SUBJECTS.scopes), or(...others)),
  }
}

const one = (value: string | null | undefined) => (value ? [value] : null)

export const clients: ConditionKind<NonNullable<RuleConditions['clients']>> = clientKind({
  path: 'clients.include',
  noun: 'client',
  all: 'ALL_CLIENTS',
  ids: true,
  missing: 'policyContext.clientId',
  read: (context) => one(context.clientId),
  within: (include) => isOneOf(SUBJECTS.client, include),
  choose: ([id]) => change('policyContext.clientId', id, 'ask as ', { id }),
})
export const grantTypes: ConditionKind<NonNullable<RuleConditions['grantTypes']>> = clientKind({
  path: 'grantTypes.include',
  noun: 'grant type',
  all: null,
  ids: false,
  missing: 'policyContext.grantType',
  read: (context) => one(context.grantType),
  within: (include) => isOneOf(SUBJECTS.grantType, include),
  choose: ([grant]) => change('policyContext.grantType', grant, `ask by ${grant}`),
})
export const scopes: ConditionKind<NonNullable<RuleConditions['scopes']>> = clientKind({
  path: 'scopes.include',
  noun: 'scope',
  all: '*',
  ids: false,
  missing: 'policyContext.scopes',
  read: (context) => context.scopes ?? null,
  within: onlyScopes,
  choose: (remaining) => change('policyContext.scopes', remaining, `ask for ${remaining.join(', ')} only`),
})
