import { parseIso } from './families/times.ts'
import { DIALECTS, type Dialect, type ExpressionContext, type Node, type StaticType } from './types.ts'
import { pathParts } from './tree.ts'
import { Presence, toValue, UNDEFINED, type Value } from './values.ts'

/** A path that expressions can read. */
interface ObjectPath {
  /** As written; `*` matches any one name, a last `**` one or more. */
  path: string
  /** Where it is in the context, when elsewhere. */
  at?: string
  type: StaticType
  /** True for attributes of a known person, where absence means null; elsewhere it means UNDEFINED (spec/4 §1.9.5). */
  known?: boolean
  /** ISO 8601 in the context, a moment in the expression. */
  time?: boolean
  dialects: readonly Dialect[]
  help: string
}

const CONDITION: readonly Dialect[] = ['condition']
const CLASSIC: readonly Dialect[] = ['classic']
const EVENT: readonly Dialect[] = ['event-filter']
const CLASSIC_PERSON: readonly Dialect[] = ['classic', 'group-rule']

function moment(path: string, help: string): ObjectPath {
  return { path, type: 'time', time: true, dialects: CONDITION, help }
}

/** Objects of both languages (spec/4 §1.8 "Objects", "Classic language"). */
export const OBJECT_PATHS: readonly ObjectPath[] = [
  { path: 'user.id', type: 'text', dialects: CONDITION, help: "The person's id." },
  { path: 'user.status', type: 'text', dialects: CONDITION, help: 'The status, such as "ACTIVE".' },
  moment('user.created', 'When the person was created.'),
  moment('user.lastUpdated', 'When the person was last changed.'),
  moment('user.passwordChanged', 'When the password was last changed; null when there is none.'),
  moment('user.lastLogin', 'When the person last signed in; null before the first time.'),
  { path: 'user.profile.*', type: 'any', known: true, dialects: CONDITION, help: 'An attribute of the profile.' },
  {
    path: 'user.*',
    at: 'user.profile.*',
    type: 'any',
    known: true,
    dialects: CLASSIC_PERSON,
    help: 'An attribute of the profile.',
  },
  {
    path: 'source.*',
    at: 'user.profile.*',
    type: 'any',
    known: true,
    dialects: CLASSIC,
    help: 'An attribute of the profile that an application is given its values from.',
  },
  { path: 'device.profile.managed', type: 'boolean', dialects: CONDITION, help: 'Whether the device is managed.' },
  {
    path: 'device.profile.registered',
    type: 'boolean',
    dialects: CONDITION,
    help: 'Whether the device is registered.',
  },
  { path: 'device.profile.*', type: 'any', dialects: CONDITION, help: 'An attribute of the device.' },
  {
    path: 'device.provider.*.*',
    type: 'any',
    dialects: CONDITION,
    help: 'A signal that a security vendor gives about the device.',
  },
  { path: 'security.risk.level', type: 'text', dialects: CONDITION, help: 'The risk: "LOW", "MEDIUM" or "HIGH".' },
  { path: 'security.behaviors', type: 'list', dialects: CONDITION, help: 'Names of the behaviours detected.' },
  { path: 'login.identifier', type: 'text', dialects: CONDITION, help: 'What the person typed to sign in.' },
  { path: 'session.amr', type: 'list', dialects: ['condition', 'classic'], help: 'Methods used in the session.' },
  { path: 'session.id', type: 'text', dialects: CONDITION, help: "The session's id." },
  { path: 'accessRequest.**', type: 'any', dialects: CONDITION, help: 'What is being asked for.' },
  { path: 'org.*', type: 'any', dialects: CLASSIC, help: 'A property of the organization.' },
  {
    path: 'app.profile.*',
    type: 'any',
    dialects: CLASSIC,
    help: "An attribute of the application's own profile.",
  },
  { path: 'app.*', type: 'any', dialects: CLASSIC, help: 'A property of the application.' },
  { path: 'access.scope', type: 'list', dialects: CLASSIC, help: 'Names of the scopes that an access token grants.' },
  { path: 'appuser.*', type: 'any', known: true, dialects: CLASSIC, help: "An attribute of the person's app profile." },
  {
    path: 'idpuser.*',
    type: 'any',
    known: true,
    dialects: CLASSIC,
    help: 'An attribute of the person at the identity provider.',
  },
  { path: 'event.**', type: 'any', dialects: EVENT, help: 'A field of the event.' },
]

const COMPILED = OBJECT_PATHS.map((entry) => ({ entry, steps: entry.path.split('.') }))

/** A path found in the table, with the keys that lead to it in a context. */
export interface ResolvedPath {
  entry: ObjectPath
  keys: readonly string[]
}

/** Finds a path for a dialect; null when there is none. */
export function resolvePath(dialect: Dialect, parts: readonly string[]): ResolvedPath | null {
  const found = COMPILED.find(({ entry, steps }) => entry.dialects.includes(dialect) && leadsTo(steps, parts))
  if (!found) return null
  const wild = parts.filter((_, index) => found.steps[Math.min(index, found.steps.length - 1)]?.startsWith('*'))
  const keys = (found.entry.at ?? found.entry.path).split('.').flatMap((step) => {
    if (step === '**') return wild
    return step === '*' ? wild.splice(0, 1) : [step]
  })
  return { entry: found.entry, keys }
}

function leadsTo(steps: readonly string[], parts: readonly string[]): boolean {
  const open = steps.at(-1) === '**'
  if (open ? parts.length < steps.length : parts.length !== steps.length) return false
  return parts.every((part, index) => fits(steps[Math.min(index, steps.length - 1)] ?? '', part))
}

/** Whether longer paths start with these parts, so that it is an object and not a value. */
export function isObject(dialect: Dialect, parts: readonly string[]): boolean {
  return COMPILED.some(
    ({ entry, steps }) =>
      entry.dialects.includes(dialect) && steps.length > parts.length && leadsTo(steps.slice(0, parts.length), parts),
  )
}

/** The object that a node names, where the dialect can ask whether it is there: the Classic language asks it by comparing with null. */
export function objectNamed(dialect: Dialect, node: Node): readonly string[] | null {
  const parts = dialect === 'classic' ? pathParts(node) : null
  return parts && isObject(dialect, parts) && !resolvePath(dialect, parts) ? parts : null
}

/** Makes the reader of whether an object is there: null where it is known not to be, UNDEFINED where that is not known. */
export function presenceOf(dialect: Dialect, parts: readonly string[]): (context: object) => Value {
  const [found] = COMPILED.filter(({ entry, steps }) => entry.dialects.includes(dialect) && steps[0] === parts[0])
  const keys = (found?.entry.at ?? found?.entry.path ?? '').split('.').slice(0, parts.length)
  const there = new Presence(parts.join('.'))
  return (context) => {
    const object = keys.reduce<unknown>((holder, key) => (holder === null ? null : ownPart(holder, key)), context)
    if (object === null) return null
    return typeof object === 'object' ? there : UNDEFINED
  }
}

/** What can come next after some parts: a name, or `*` for any, with the path that says so. */
export function stepsAfter(dialect: Dialect, parts: readonly string[]): { step: string; entry: ObjectPath }[] {
  return COMPILED.flatMap(({ entry, steps }) => {
    const step = steps[parts.length] ?? (steps.at(-1) === '**' ? '*' : undefined)
    const leads = step !== undefined && parts.every((part, index) => fits(steps[index] ?? '*', part))
    return leads && entry.dialects.includes(dialect) ? [{ step: step.startsWith('*') ? '*' : step, entry }] : []
  })
}

function fits(step: string, part: string): boolean {
  return step.startsWith('*') || step === part
}

/** The names that can begin a path in a dialect. */
export function rootsOf(dialect: Dialect): string[] {
  return [...new Set(stepsAfter(dialect, []).map(({ step }) => step))]
}

/** Dialects other than this one that have the path, for messages. */
export function dialectsWith(parts: readonly string[]): Dialect[] {
  return DIALECTS.filter((dialect) => resolvePath(dialect, parts) !== null)
}

/** Makes the reader of a resolved path; `first` skips the root where the object is already in hand. */
export function readerOf({ entry, keys }: ResolvedPath, first = 0): (object: unknown) => Value {
  const steps = keys.slice(first)
  const leaf = steps.pop() ?? ''
  const absent = entry.known ? null : UNDEFINED
  const take = entry.time ? toMoment : toValue
  const [one, two] = steps
  if (steps.some(isInherited) || isInherited(leaf) || steps.length > 2) return carefulReader(steps, leaf, take, absent)
  // WHY: written out for the usual lengths, as this is the innermost step of every evaluation.
  return (object) => {
    let holder = object as Readonly<Record<string, unknown>> | null | undefined
    if (one !== undefined) holder = holder?.[one] as typeof holder
    if (two !== undefined) holder = holder?.[two] as typeof holder
    if (typeof holder !== 'object' || holder === null) return UNDEFINED
    return take(holder[leaf], absent)
  }
}

type Take = (raw: unknown, absent: Value) => Value

/** Names such as `constructor`, which every object seems to have. */
function isInherited(name: string): boolean {
  return name in Object.prototype
}

function carefulReader(steps: readonly string[], leaf: string, take: Take, absent: Value) {
  return (object: unknown): Value => {
    const holder = steps.reduce(ownPart, object)
    if (typeof holder !== 'object' || holder === null) return UNDEFINED
    return take(ownPart(holder, leaf), absent)
  }
}

function ownPart(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined
  return (object as Readonly<Record<string, unknown>>)[name]
}

function toMoment(raw: unknown): Value {
  if (raw === null) return null
  return typeof raw === 'string' ? (parseIso(raw) ?? UNDEFINED) : UNDEFINED
}

/** The person of a context, which methods such as `isMemberOf` are asked of. */
export function personOf({ user }: ExpressionContext): Value {
  return user ?? UNDEFINED
}
