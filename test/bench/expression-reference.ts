import { evaluate, parse } from 'cel-js'
import { Jexl } from 'jexl'
import type { ExpressionContext } from '#expression/index.ts'

/**
 * The same expressions in two other languages, written as their documentation advises and compiled once. Neither knows
 * what an unknown value is, so they are asked about people of whom everything is known; groups are given as names.
 */

type Ask = (context: object) => unknown

/** What neither language has by itself. */
const FUNCTIONS = {
  after: (text: string, mark: string) => text.slice(text.indexOf(mark) + mark.length),
  holds: (text: string, part: string) => text.includes(part),
  count: (list: readonly unknown[]) => list.length,
}

/** One in each language, by the name of our own expression. */
const TRANSLATIONS: Readonly<Record<string, { jexl: string; cel: string }>> = {
  attribute: {
    jexl: 'user.profile.department == "Sales"',
    cel: 'user.profile.department == "Sales"',
  },
  'attribute and membership': {
    jexl: `user.profile.department == "Sales" && "Contractors" in user.groupNames`,
    cel: `user.profile.department == "Sales" && "Contractors" in user.groupNames`,
  },
  'risk or device': {
    // Its && and || bind equally.
    jexl: `security.risk.level == 'HIGH' || (device.profile.managed && !user.profile.isContractor)`,
    cel: `security.risk.level == 'HIGH' || device.profile.managed && !user.profile.isContractor`,
  },
  'numbers and a ternary': {
    jexl: 'user.profile.level > 2 ? user.profile.score <= 7.5 : user.profile.score > 9',
    cel: 'user.profile.level > 2 ? user.profile.score <= 7.5 : user.profile.score > 9',
  },
  'text methods': {
    jexl: `user.profile.email|after('@') == 'example.test' && user.profile.title|holds('lead')`,
    cel: `after(user.profile.email, '@') == 'example.test' && holds(user.profile.title, 'lead')`,
  },
  list: {
    jexl: `'New Device' in security.behaviors || (user.profile.tags|count > 3)`,
    cel: `'New Device' in security.behaviors || size(user.profile.tags) > 3`,
  },
}

/** The context with the names of groups in place of groups. */
export function forReferences(context: ExpressionContext): object {
  return { ...context, user: { ...context.user, groupNames: (context.user?.groups ?? []).map(({ name }) => name) } }
}

/** An expression of the bench in both languages, ready to be asked. */
export function referencesFor(name: string): Readonly<Record<'jexl' | 'cel-js', Ask>> {
  const translation = TRANSLATIONS[name]
  if (!translation) throw new Error(`${name} has no translation`)
  const jexl = new Jexl()
  for (const [transform, act] of Object.entries(FUNCTIONS)) jexl.addTransform(transform, act)
  const compiled = jexl.compile(translation.jexl)
  const parsed = parse(translation.cel)
  if (!parsed.isSuccess) throw new Error(`${translation.cel}: ${parsed.errors.join(', ')}`)
  return {
    jexl: (context) => compiled.evalSync(context),
    'cel-js': (context) => evaluate(parsed.cst, context as Record<string, unknown>, FUNCTIONS),
  }
}
