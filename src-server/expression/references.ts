import { GROUP_KEYS } from './criteria.ts'
import { CLASSIC_GROUPS } from './families/classic-groups.ts'
import { CLASSIC_PEOPLE } from './families/classic-people.ts'
import { GROUP_METHODS } from './families/group-methods.ts'
import { resolvePath } from './objects.ts'
import { climb, pathParts, walk } from './tree.ts'
import { parse } from './parse.ts'
import type { CallNode, Dialect, Expression, Node, StaticType } from './types.ts'

const MEMBERSHIP_FUNCTIONS: ReadonlySet<string> = new Set(['isMemberOfGroup', 'isMemberOfAnyGroup'])

/** The paths that an expression reads, each once, in source order, as conditions name them: `user.profile.department`. */
export function referencedPaths({ root, dialect }: Expression): string[] {
  const paths = new Set<string>()
  for (const node of walk(root)) {
    const parts = node.kind === 'member' ? pathParts(node) : null
    const resolved = parts ? resolvePath(dialect, parts) : null
    if (resolved) paths.add(resolved.keys.join('.'))
  }
  return [...paths]
}

/** The type of a path that `referencedPaths` gave. */
export function typeOfPath({ dialect }: Expression, path: string): StaticType {
  return resolvePath(dialect, path.split('.'))?.entry.type ?? 'any'
}

const FILTERED = 'getFilteredGroups'

/** The arguments of a call that are ids of groups. */
const idsAsked = ({ name, args }: CallNode): readonly Node[] =>
  MEMBERSHIP_FUNCTIONS.has(name) ? args : name === FILTERED ? args.slice(0, 1) : []

/** The group ids that an expression names outright, each once, in source order. */
export function referencedGroupIds({ root }: Expression): string[] {
  const ids = new Set<string>()
  for (const { value } of groupIdLiterals(root)) ids.add(value)
  return [...ids]
}

/**
 * An expression with other ids of groups in place of those that it names outright; all else stays as it was written. Text that cannot be parsed
 * stays whole.
 */
export function translateIds(source: string, dialect: Dialect, translated: (id: string) => string): string {
  // Most expressions name no group, and parsing one costs more than everything else here.
  if (!/group|member/i.test(source)) return source
  const parsed = parse(source, dialect)
  if (!parsed.ok) return source
  let text = source
  for (const { value, start, end } of groupIdLiterals(parsed.expression.root).toReversed()) {
    const other = translated(value)
    const quote = source[start]
    if (other !== value) text = `${text.slice(0, start)}${quote}${other}${quote}${text.slice(end)}`
  }
  return text
}

type TextLiteral = Extract<Node, { kind: 'literal' }> & { value: string }

/** Where an expression names ids of groups outright, in source order. */
function groupIdLiterals(root: Node): TextLiteral[] {
  const found: TextLiteral[] = []
  for (const node of walk(root)) {
    if (node.kind === 'map')
      for (const { key, value } of node.entries) if (GROUP_KEYS.get(key) === 'id') found.push(...textsIn(value))
    if (node.kind === 'call') for (const arg of idsAsked(node)) found.push(...textsIn(arg))
  }
  return found.sort((a, b) => a.start - b.start)
}

/** By what an expression asks for groups in other ways than by id. */
export interface GroupNamesAsked {
  /** Texts that names hold: whole, at their beginning or anywhere. */
  texts: readonly string[]
  /** Patterns of whole names. */
  patterns: readonly string[]
  /** Whether what it asks for is computed, so that it may be any group. */
  anything: boolean
}

const BY_PATTERN = 'isMemberOfGroupNameRegex'

/** How an expression asks for groups by their names; each text and pattern once. */
export function referencedGroupNames({ root }: Expression): GroupNamesAsked {
  const [texts, patterns] = [new Set<string>(), new Set<string>()]
  let anything = false
  for (const node of walk(root)) {
    if (node.kind === 'map')
      for (const { key, value } of node.entries) {
        if (!GROUP_KEYS.has(key)) continue
        if (GROUP_KEYS.get(key) === 'name') addTexts(texts, value)
        anything ||= isComputed(value)
      }
    if (node.kind !== 'call' || !isAboutGroups(node)) continue
    if (idsAsked(node).length === 0)
      for (const arg of node.args) addTexts(node.name === BY_PATTERN ? patterns : texts, arg)
    anything ||= node.args.some(isComputed)
  }
  return { texts: [...texts], patterns: [...patterns], anything }
}

/** Of a criteria map the values are asked by themselves. */
const isComputed = (node: Node): boolean =>
  node.kind === 'list' ? node.items.some(isComputed) : node.kind !== 'literal' && node.kind !== 'map'

function addTexts(found: Set<string>, node: Node): void {
  for (const { value } of textsIn(node)) found.add(value)
}

const textsIn = (node: Node): TextLiteral[] =>
  (node.kind === 'list' ? node.items : [node]).filter(
    (item): item is TextLiteral => item.kind === 'literal' && typeof item.value === 'string',
  )

const ABOUT_GROUPS: ReadonlySet<string> = new Set(CLASSIC_GROUPS.map(({ family, name }) => `${family ?? ''}.${name}`))
const ASKS_PERSON: ReadonlySet<string> = new Set([...ABOUT_GROUPS, ...CLASSIC_PEOPLE.map(({ name }) => `.${name}`)])

/** Whether the value of an expression can depend on the person: attributes, memberships, linked people. */
export function asksPerson(expression: Expression): boolean {
  if (referencedPaths(expression).some((path) => path.startsWith('user.'))) return true
  return [...walk(expression.root)].some((node) => {
    if (node.kind !== 'call') return false
    const family = node.receiver?.kind === 'name' ? node.receiver.name : ''
    return family === 'user' || ASKS_PERSON.has(`${family}.${node.name}`)
  })
}

const GROUP_METHOD_NAMES: ReadonlySet<string> = new Set(GROUP_METHODS.map(({ name }) => name))

/** Whether the value of an expression can depend on the groups of the person. */
export function asksMembership({ root }: Expression): boolean {
  return [...walk(root)].some((node) => node.kind === 'call' && isAboutGroups(node))
}

/** Whether a call asks for the groups of the person. */
export function isAboutGroups({ receiver, name }: Extract<Node, { kind: 'call' }>): boolean {
  const family = receiver?.kind === 'name' ? receiver.name : ''
  return GROUP_METHOD_NAMES.has(name) || ABOUT_GROUPS.has(`${family}.${name}`)
}

/** What an expression reads of a person. */
export interface PersonReads {
  /** Names of attributes of the profile, each once. */
  attributes: readonly string[]
  /** Whether it asks for their groups. */
  groups: boolean
}

/** Methods of a person that read more than what their arguments and paths name. */
const READS_MORE: ReadonlySet<string> = new Set(['getLinkedObject', 'getInternalProperty'])
const PROFILE = 'user.profile.'
/** A person without a name typed in signs in by this one. */
const LOGIN = { path: 'login.identifier', attribute: 'login' }

/** What an expression of a condition reads of a person; null where it may be more than attributes and groups. */
export function personReads(expression: Expression): PersonReads | null {
  if (expression.dialect !== 'condition') return null
  const readsMore = [...walk(expression.root)].some((node) => node.kind === 'call' && READS_MORE.has(node.name))
  const paths = referencedPaths(expression).map((path) => (path === LOGIN.path ? PROFILE + LOGIN.attribute : path))
  const own = paths.filter((path) => path.startsWith('user.'))
  if (readsMore || own.some((path) => !path.startsWith(PROFILE))) return null
  const attributes = [...new Set(own.map((path) => path.slice(PROFILE.length)))]
  return { attributes, groups: asksMembership(expression) }
}

/** What a person is called by, and what they typed. */
const OF_PERSON: ReadonlySet<string> = new Set(['user', 'login'])

/** Whether an expression of a condition reads the person and nothing else of a sign-in; families of functions have a capital. */
export function readsPersonAlone({ root, dialect }: Expression): boolean {
  const isOfPerson = (name: string) => OF_PERSON.has(name) || /^[A-Z]/.test(name)
  return dialect === 'condition' && [...walk(root)].every((node) => isOfPerson(objectOf(node) ?? 'user'))
}

/** The object that a path begins with, or that a method is called on; null for a node that names none. */
function objectOf(node: Node): string | null {
  if (node.kind === 'call') return node.receiver?.kind === 'name' ? node.receiver.name : null
  return node.kind === 'name' || node.kind === 'member' ? (pathParts(node)?.[0] ?? null) : null
}

/** Functions and methods whose value is another person, or that person's profile. */
const GIVES_PERSON: ReadonlySet<string> = new Set(['getLinkedObject', ...CLASSIC_PEOPLE.map(({ name }) => name)])

/**
 * The names of the attributes of profiles that an expression reads, each once: of the person, by whatever name the dialect calls them, and of
 * people who are linked with them. Unlike {@link personReads} it goes by names alone, and so it knows all that can be read.
 */
export function attributesRead(expression: Expression): string[] {
  const paths = referencedPaths(expression).map((path) => (path === LOGIN.path ? PROFILE + LOGIN.attribute : path))
  const own = paths.flatMap((path) => (path.startsWith(PROFILE) ? [path.slice(PROFILE.length)] : []))
  const linked = [...walk(expression.root)].flatMap((node) => {
    if (node.kind !== 'member') return []
    const { base, names } = climb(node)
    return base.kind === 'call' && GIVES_PERSON.has(base.name) ? names.filter((name) => name !== 'profile') : []
  })
  return [...new Set([...own, ...linked])]
}
