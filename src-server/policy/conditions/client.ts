import type { RuleConditions } from '../../contract/conditions.ts'
import { change, way, type Change } from '../changes.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, truth, type Truth } from '../verdict.ts'
import { allOf, idList, wordList, type ConditionKind } from './condition.ts'

/** Conditions of the authorization policies of an OAuth server: who asks, how, and for what. */

type Include = { include: string[] }

interface ClientKind {
  path: string
  noun: string
  /** The element that stands for all; null where there is none. */
  all: string | null
  /** Whether the elements are ids of things that may be gone. */
  ids: boolean
  /** The field of the context. */
  missing: string
  read: (context: EvaluationContext) => readonly string[] | null
  /** To ask for nothing but these; the first is what the context may keep. */
  choose: (kept: readonly [string, ...string[]]) => Change
}

/** What is asked for must be in the list entirely: of several scopes every one (the documents are silent). */
function clientKind({ path, noun, all, missing, ids, read, choose }: ClientKind): ConditionKind<Include> {
  const list = (items: readonly string[], last: 'or' | 'and') => (ids ? idList(items, last) : wordList(items, last))
  return {
    compile({ include }) {
      const wanted = new Set(include)
      const everything = all !== null && wanted.has(all)
      const test = (context: EvaluationContext): Truth => {
        const seen = read(context)
        return seen ? truth(seen.every((item) => wanted.has(item))) : UNKNOWN
      }
      return allOf([
        {
          path,
          test: everything ? () => YES : ({ context }) => test(context),
          wanted: () => (everything ? [`any ${noun}`] : [`${noun} `, ...list(include, 'or')]),
          saw: ({ context }) => {
            const seen = read(context)
            return seen?.length ? [`${noun} `, ...list(seen, 'and')] : [`no ${noun}`]
          },
          missing: () => missing,
          remedy: ({ context }, exists) => {
            const kept = read(context)?.filter((item) => wanted.has(item)) ?? []
            const [first, ...rest] = kept.length ? kept : include.filter((item) => !ids || exists(item)).slice(0, 1)
            const words = [`the ${noun} would have to be `, ...list(include, 'or')]
            return [way(words, ...(first ? [choose([first, ...rest])] : []))]
          },
        },
      ])
    },
    phrases: ({ include }) => (all !== null && include.includes(all) ? [] : [[`for ${noun} `, ...list(include, 'or')]]),
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
  choose: ([id]) => change('policyContext.clientId', id, 'ask as ', { id }),
})
export const grantTypes: ConditionKind<NonNullable<RuleConditions['grantTypes']>> = clientKind({
  path: 'grantTypes.include',
  noun: 'grant type',
  all: null,
  ids: false,
  missing: 'policyContext.grantType',
  read: (context) => one(context.grantType),
  choose: ([grant]) => change('policyContext.grantType', grant, `ask by ${grant}`),
})
export const scopes: ConditionKind<NonNullable<RuleConditions['scopes']>> = clientKind({
  path: 'scopes.include',
  noun: 'scope',
  all: '*',
  ids: false,
  missing: 'policyContext.scopes',
  read: (context) => context.scopes ?? null,
  choose: (kept) => change('policyContext.scopes', kept, `ask for ${kept.join(', ')} only`),
})
