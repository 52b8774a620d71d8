import type { RuleConditions } from '../../contract/conditions.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, truth, type Truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind } from './condition.ts'

/** Conditions of the authorization policies of an OAuth server: who asks, how, and for what. */

type Include = { include: string[] }

interface ClientKind {
  path: string
  noun: string
  /** The element that stands for all; null where there is none. */
  all: string | null
  read: (context: EvaluationContext) => readonly string[] | null
}

/** What is asked for must be in the list entirely. */
function clientKind({ path, noun, all, read }: ClientKind): ConditionKind<Include> {
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
          wanted: () => (everything ? [`any ${noun}`] : [`${noun} `, ...idList(include, 'or')]),
          saw: ({ context }) => {
            const seen = read(context)
            return seen ? [`${noun} `, ...idList(seen, 'and')] : [`no ${noun}`]
          },
          missing: () => null,
        },
      ])
    },
    phrases: ({ include }) =>
      all !== null && include.includes(all) ? [] : [[`for ${noun} `, ...idList(include, 'or')]],
  }
}

const one = (value: string | null | undefined) => (value ? [value] : null)

export const clients: ConditionKind<NonNullable<RuleConditions['clients']>> = clientKind({
  path: 'clients.include',
  noun: 'client',
  all: 'ALL_CLIENTS',
  read: (context) => one(context.clientId),
})
export const grantTypes: ConditionKind<NonNullable<RuleConditions['grantTypes']>> = clientKind({
  path: 'grantTypes.include',
  noun: 'grant type',
  all: null,
  read: (context) => one(context.grantType),
})
export const scopes: ConditionKind<NonNullable<RuleConditions['scopes']>> = clientKind({
  path: 'scopes.include',
  noun: 'scope',
  all: '*',
  read: (context) => context.scopes ?? null,
})
