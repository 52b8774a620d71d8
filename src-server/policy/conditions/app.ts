import type { RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, anyOfTerms, isOneOf, negated, type Term } from '../formula/term.ts'
import type { Facts } from '../prepared-context.ts'
import type { TextParts } from '../types.ts'
import { UNKNOWN, YES, not, truth, type Truth } from '../verdict.ts'
import { allOf, type ConditionKind, type PathTest } from './condition.ts'

type App = NonNullable<RuleConditions['app']>
type Entry = App['include'][number]

function names(entries: readonly Entry[]): TextParts {
  return entries.flatMap((entry, index): TextParts => [
    ...(index === 0 ? [] : [index === entries.length - 1 ? ' or ' : ', ']),
    entry.type === 'APP' ? { id: entry.id } : `applications of type ${entry.name}`,
  ])
}

const appIds = (entries: readonly Entry[]) =>
  new Set(entries.flatMap((entry) => (entry.type === 'APP' ? [entry.id] : [])))

function testOf(entries: readonly Entry[]): (facts: Facts) => Truth {
  const ids = appIds(entries)
  const kinds = new Set(entries.flatMap((entry) => (entry.type === 'APP_TYPE' ? [entry.name] : [])))
  return ({ context: { app } }) => {
    if (!app) return UNKNOWN
    if (ids.has(app.id)) return YES
    if (kinds.size === 0) return truth(false)
    return app.name === undefined ? UNKNOWN : truth(kinds.has(app.name))
  }
}

/** The kind of an application may be unknown where its id is not. */
function namedBy(entries: readonly Entry[]): Term {
  const kinds = entries.flatMap((entry) => (entry.type === 'APP_TYPE' ? [entry.name] : []))
  return anyOfTerms([
    isOneOf(SUBJECTS.app, [...appIds(entries)]),
    ...(kinds.length ? [isOneOf(SUBJECTS.appName, kinds)] : []),
  ])
}

function path(side: 'include' | 'exclude', entries: readonly Entry[]): PathTest[] {
  if (entries.length === 0) return []
  const test = testOf(entries)
  return [
    {
      path: `app.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      expected: () => [...(side === 'include' ? [] : ['not ']), ...names(entries)],
      actual: ({ context: { app } }) => (app ? [{ id: app.id }] : ['no application']),
      missing: () => 'appInstance',
      fixes: (_, exists) => {
        const text = [`the application would have to be ${side === 'include' ? '' : 'other than '}`, ...names(entries)]
        const choices = side === 'include' ? [...appIds(entries)].filter(exists).slice(0, 1) : []
        return [fix(text, ...choices.map((id) => change('appInstance', id, 'go to ', { id })))]
      },
    },
  ]
}

/** Two empty lists mean all applications (spec/1 "Conditions"). */
export const app: ConditionKind<App> = {
  compile: ({ include, exclude }) => allOf([...path('include', include), ...path('exclude', exclude)]),
  term: ({ include, exclude }) =>
    allOfTerms([...(include.length ? [namedBy(include)] : []), ...(exclude.length ? [negated(namedBy(exclude))] : [])]),
  phrases: ({ include, exclude }) => [
    ...(include.length ? [['to ', ...names(include)]] : []),
    ...(exclude.length ? [['not to ', ...names(exclude)]] : []),
  ],
}
