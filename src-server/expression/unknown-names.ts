import { didYouMean, quoted } from '#language/source-text.ts'
import { FAMILIES, FUNCTIONS, METHODS } from './catalogue.ts'
import { dialectsWith, isObject, resolvePath, rootsOf, stepsAfter } from './objects.ts'
import type { Operation } from './operations.ts'
import type { Dialect, StaticType } from './types.ts'
import { QUALIFIED_ROOTS, QUALIFIED_UNSUPPORTED } from './unsupported.ts'

/** Messages about unknown names, with suggestions. */

const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
  condition: 'conditions',
  classic: 'the Classic language',
  'group-rule': 'group rules',
  'event-filter': 'event filters',
}

/** The smaller set of group rules, which are asked of all people at each change (spec/4 §1.8). */
const GROUP_RULES_TAKE = 'they take `String`, `Arrays` and functions of the person'

const TYPE_NAMES: Readonly<Record<StaticType, string>> = {
  text: 'text',
  number: 'a number',
  boolean: 'a truth value',
  time: 'a time',
  list: 'a list',
  country: 'a country',
  user: 'a person',
  group: 'a group',
  criterion: 'a map',
  object: 'an object',
  appuser: 'a profile in an application',
  null: 'null',
  any: 'a value',
}

/** Methods that people expect and the language does not have. */
const MISSING_METHODS: ReadonlyMap<string, string> = new Map([
  ['startsWith', 'compare a `substring`, or use a group criterion with the operator STARTS_WITH'],
  ['endsWith', 'compare a `substring`, or use `substringAfter`'],
  ['matches', 'there are no regular expressions'],
  ['equals', 'write `==`'],
  ['equalsIgnoreCase', 'compare what `toLowerCase()` gives'],
  ['trim', '`removeSpaces()` removes all spaces'],
  ['indexOf', 'use `contains`, `substringBefore` or `substringAfter`'],
  ['split', 'use `substringBefore` and `substringAfter`'],
  ['concat', 'write `+`'],
])

/** Functions of Classic, where the method of the same purpose has another name. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['length', 'String.len'],
  ['contains', 'String.stringContains'],
  ['toInteger', 'Convert.toInt'],
  ['toNumber', 'Convert.toNum'],
  ['parseCountryCode', 'Iso3166Convert.toAlpha2'],
  ['parseWindowsTime', 'Time.fromWindowsToIso8601'],
  ['parseUnixTime', 'Time.fromUnixToIso8601'],
  ['parseStringTime', 'Time.fromStringToIso8601'],
  ['toWindows', 'Time.fromIso8601ToWindows'],
  ['toUnix', 'Time.fromIso8601ToUnix'],
  ['toString', 'Time.fromIso8601ToString'],
])

/** Functions that stand in one language for one of the other. */
const SAME_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['Time.now', 'DateTime.now'],
  ['DateTime.now', 'Time.now'],
])

const METHOD_FOR: ReadonlyMap<string, string> = new Map([...RENAMED].map(([method, fullName]) => [fullName, method]))

/** The label of a type, with its article. */
export function describeType(type: StaticType): string {
  return TYPE_NAMES[type]
}

/** A count in a sentence. */
export function countWord(count: number): string {
  return count === 0 ? 'none' : String(count)
}

/** Why a path cannot be read in a dialect. */
export function explainPath(dialect: Dialect, parts: readonly string[]): string {
  const path = quoted(parts.join('.'))
  const [root = ''] = parts
  if (QUALIFIED_ROOTS.has(root)) return QUALIFIED_UNSUPPORTED
  if (FUNCTIONS.has(parts.join('.'))) return `${path} is a function; write \`${parts.join('.')}(…)\``
  if (FAMILIES.has(root)) return `\`${root}\` is a family of functions and has no attributes`
  if (isObject(dialect, parts))
    return `${path} is an object; name one of its attributes${listed(membersOf(dialect, parts))}`
  const elsewhere = dialectsWith(parts)
  if (elsewhere.length) {
    const members = dialect === 'condition' ? memberNames(dialect, parts.slice(0, -1)) : []
    const near = didYouMean(parts.at(-1) ?? '', members)
    if (near) return `${quoted(parts.slice(0, -1).join('.'))} has no ${quoted(parts.at(-1) ?? '')}${near}`
    return `${path} belongs to ${listDialects(elsewhere)}, not to ${DIALECT_NAMES[dialect]}${counterpartOf(dialect, parts)}`
  }
  const value = longestValue(dialect, parts)
  if (value) return explainBeyond(value, parts)
  const roots = rootsOf(dialect)
  if (!roots.includes(root))
    return `unknown object \`${root}\`; expected one of ${roots.map(quoted).join(', ')}${didYouMean(root, roots)}`
  const holder = longestObject(dialect, parts)
  return `\`${holder.join('.')}\` has no ${quoted(parts[holder.length] ?? '')}; it has ${membersOf(dialect, holder).join(', ')}`
}

/** Why a function cannot be called in a dialect. */
export function explainFunction(dialect: Dialect, fullName: string): string {
  const bare = fullName.split('.').at(-1) ?? fullName
  const operation = FUNCTIONS.get(fullName)
  if (operation) {
    const other = listDialects(operation.dialects)
    const method = METHODS.has(bare) ? bare : METHOD_FOR.get(fullName)
    return `\`${fullName}\` belongs to ${other}, not to ${DIALECT_NAMES[dialect]}${elsewhereHint(dialect, fullName, operation, method)}`
  }
  const method = METHODS.get(bare)
  if (method && bare === fullName)
    return `\`${bare}\` is a method of ${listTypes([...method.keys()])}; write \`….${bare}(…)\``
  const known = [...FUNCTIONS.values()].filter(({ dialects }) => dialects.includes(dialect))
  const names = [...FUNCTIONS].filter(([, each]) => known.includes(each)).map(([name]) => name)
  return `unknown function ${quoted(fullName)}${didYouMean(fullName, names)}`
}

/** What a dialect has in place of a function of another one. @param method of the same purpose, in conditions */
function elsewhereHint(dialect: Dialect, fullName: string, { newForm }: Operation, method: string | undefined): string {
  const same = SAME_ELSEWHERE.get(fullName)
  if (same !== undefined && FUNCTIONS.get(same)?.dialects.includes(dialect)) return `; write \`${same}()\``
  if (dialect === 'condition') return method ? `; write the method \`….${method}(…)\`` : ''
  if (newForm !== undefined) return `; write \`${newForm}(…)\``
  return dialect === 'group-rule' ? `; ${GROUP_RULES_TAKE}` : ''
}

/** Why a method cannot be called on a type in a dialect. */
export function explainMethod(dialect: Dialect, name: string, type: StaticType): string {
  const byType = METHODS.get(name)
  const missing = MISSING_METHODS.get(name)
  if (!byType && missing) return `there is no method \`${name}\`; ${missing}`
  const own = [...METHODS].filter(([, each]) => type === 'any' || each.has(type)).map(([each]) => each)
  if (!byType) return `unknown method ${quoted(name)}${didYouMean(name, own.length ? own : [...METHODS.keys()])}`
  const fits = type === 'any' || byType.has(type)
  if (fits && dialect !== 'condition') return `methods of values belong to conditions${classicHint(name)}`
  if (type === 'null') return 'null has no methods'
  return `${describeType(type)} has no method \`${name}\`; ${listTypes([...byType.keys()])} ${byType.size === 1 ? 'has' : 'have'} it`
}

function classicHint(name: string): string {
  const same = [...FUNCTIONS.keys()].find((fullName) => fullName.endsWith(`.${name}`) && !fullName.startsWith('Groups'))
  const counterpart = RENAMED.get(name) ?? same
  return counterpart ? `; write \`${counterpart}(…)\`` : ''
}

function explainBeyond(value: readonly string[], parts: readonly string[]): string {
  const next = parts[value.length] ?? ''
  const hint = METHODS.has(next) ? `; the method is written \`${next}(…)\`` : ''
  return `\`${value.join('.')}\` is a value and has no attribute ${quoted(next)}${hint}`
}

function longestValue(dialect: Dialect, parts: readonly string[]): readonly string[] | null {
  for (let length = parts.length - 1; length > 1; length -= 1)
    if (resolvePath(dialect, parts.slice(0, length))) return parts.slice(0, length)
  return null
}

function longestObject(dialect: Dialect, parts: readonly string[]): readonly string[] {
  for (let length = parts.length - 1; length > 1; length -= 1)
    if (isObject(dialect, parts.slice(0, length))) return parts.slice(0, length)
  return parts.slice(0, 1)
}

/** Where a profile attribute of the other language is in this one. */
function counterpartOf(dialect: Dialect, [root, ...names]: readonly string[]): string {
  const path = ['user', ...(names[0] === 'profile' ? names.slice(1) : ['profile', ...names])]
  return root === 'user' && resolvePath(dialect, path) ? `; write ${quoted(path.join('.'))}` : ''
}

/** What can follow, from the table; empty where any name can. */
function membersOf(dialect: Dialect, parts: readonly string[]): string[] {
  const names = memberNames(dialect, parts)
  const fixed = names.filter((name) => !name.startsWith('*')).map(quoted)
  return fixed.length && fixed.length < names.length ? [...fixed, 'any other name'] : fixed
}

function listed(words: readonly string[]): string {
  return words.length ? `: ${words.join(', ')}` : ''
}

function memberNames(dialect: Dialect, parts: readonly string[]): string[] {
  return [...new Set(stepsAfter(dialect, parts).map(({ step }) => step))]
}

function listDialects(dialects: readonly Dialect[]): string {
  return joined(dialects.map((dialect) => DIALECT_NAMES[dialect]))
}

function listTypes(types: readonly StaticType[]): string {
  return joined(types.map(describeType))
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}
