import { EXPRESSION_CATALOGUE, FUNCTIONS, METHODS } from './catalogue.ts'
import { GROUP_KEYS, OPERATOR_KEY } from './criteria.ts'
import { placeAt, type Place } from './completion-place.ts'
import { argumentTexts, KNOWN_MEMBERS, OBJECT_HELP, type Lookup, type TextSource } from './known-names.ts'
import { leafPaths, memberNames, type Profile } from './member-names.ts'
import { resolvePath } from './objects.ts'
import { signatureOf, type Operation } from './operations.ts'
import { parse } from './parse.ts'
import type { Dialect, ParseOptions, StaticType } from './types.ts'

/** One thing that can be put where the cursor is. */
export interface Completion {
  /** As listed, and what typing is matched against. */
  label: string
  kind: 'object' | 'attribute' | 'method' | 'function' | 'key' | 'value' | 'operator' | 'constant'
  /** With types, as in the documentation. */
  signature: string
  /** One line. */
  help: string
  /** What takes the place of `from` to `to`. */
  insert: string
  /** The place of the cursor afterwards, counted from the start of `insert`. */
  cursor: number
  /** Whether one goes on choosing there. */
  more: boolean
}

export interface Completions {
  /** What an option takes the place of; the cursor lies between. */
  from: number
  to: number
  options: readonly Completion[]
  /** Names or ids that the caller can look up; `textOption` turns one into an option. */
  lookup: Lookup | null
  /** Whether they are of use without being asked for. */
  eager: boolean
  /** Makes an option of a text that was looked up. */
  textOption: (text: string, label?: string, help?: string) => Completion
}

const NAME_REST = /^\w*/
/** The rest of a text that is closed on the same line; anything that belongs to the language ends the search. */
const TEXT_REST = /^[^'"\n:,{}()]*(?=(['"]))/
const ANY_PATH_FROM = 2

/** What can be written at a position of a text that is still being written. Pure; never throws; null where nothing fits. */
export function complete(
  source: string,
  at: number,
  dialect: Dialect = 'condition',
  options: Pick<ParseOptions, 'profile'> = {},
): Completions | null {
  const place = placeAt(source.slice(0, at))
  if (!place) return null
  const after = source.slice(at)
  const closing = place.quote === null ? null : TEXT_REST.exec(after)
  const closed = closing?.[1] === place.quote
  const rest = place.quote === null && place.partial === '' ? '' : (NAME_REST.exec(after)?.[0] ?? '')
  const to = at + (closed ? (closing?.[0].length ?? 0) + 1 : rest.length)
  const writer = new Writer(place, source.slice(to), dialect, options.profile ?? {})
  const made = writer.options()
  const lookup = writer.lookup()
  if (!made.length && !lookup) return null
  const eager =
    place.partial !== '' || place.slot.kind === 'member' || place.slot.kind === 'key' || place.quote !== null
  return { from: place.from, to, options: made, lookup, eager, textOption: (...text) => writer.text(...text) }
}

class Writer {
  private readonly place: Place
  /** What will follow. */
  private readonly after: string
  private readonly dialect: Dialect
  private readonly profile: Profile

  constructor(place: Place, after: string, dialect: Dialect, profile: Profile) {
    this.place = place
    this.after = after
    this.dialect = dialect
    this.profile = profile
  }

  options(): Completion[] {
    const { slot, quote } = this.place
    if (slot.kind === 'key') return this.keys(slot.used)
    if (slot.kind === 'value' && quote !== null) return this.texts(slot.texts)
    if (quote !== null) return []
    switch (slot.kind) {
      case 'criterion':
        return [...GROUP_KEYS.keys()].map((key) => this.criterion(key))
      case 'member':
        return this.members(slot.receiver)
      case 'operator':
        return this.operators(slot.operand)
      case 'value':
        return [...this.texts(slot.texts), ...this.values()]
    }
  }

  lookup(): Lookup | null {
    const { slot } = this.place
    return slot.kind === 'value' ? (slot.texts?.lookup ?? null) : null
  }

  /** A text with the quotes that it still needs. */
  text(value: string, label = value, help = ''): Completion {
    const quote = this.place.quote ?? "'"
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replaceAll(quote, quote + quote)
      .replaceAll('\n', '\\n')
    const insert = `${this.place.quote === null ? quote : ''}${escaped}${quote}`
    return { label, kind: 'value', signature: `${quote}${value}${quote}`, help, ...whole(insert), more: false }
  }

  private texts(texts: TextSource | null): Completion[] {
    return (texts?.values ?? []).map((value) => this.text(value))
  }

  private keys(used: readonly string[]): Completion[] {
    const taken = new Set(used)
    return [...CRITERION_HELP].flatMap(([key, help]) => {
      if (taken.has(key) || (key === OPERATOR_KEY && !taken.has('group.profile.name'))) return []
      const quote = this.place.quote ?? "'"
      const before = `${this.place.quote === null ? quote : ''}${key}${quote}`
      const isWritten = /^\s*:/.test(this.after)
      const insert = isWritten ? before : `${before}: ${quote}${quote}`
      const cursor = isWritten ? insert.length : insert.length - 1
      return [{ label: key, kind: 'key', signature: `'${key}': text`, help, insert, cursor, more: !isWritten }]
    })
  }

  private criterion(key: string): Completion {
    const insert = `{'${key}': ''}`
    const help = CRITERION_HELP.get(key) ?? ''
    return {
      label: insert,
      kind: 'key',
      signature: `{'${key}': text}`,
      help,
      insert,
      cursor: insert.length - 2,
      more: true,
    }
  }

  /** What follows a dot: members of an object, methods of a value, functions of a family. */
  private members(receiver: string): Completion[] {
    const parts = receiver.split('.').map((part) => part.trim())
    const isPath = parts.every((part) => /^\w+$/.test(part))
    const family = [...FUNCTIONS.values()].filter((each) => each.family === receiver && this.has(each))
    if (family.length) return family.map((each) => this.call(each, each.name))
    const type = this.typeOf(receiver)
    if (isPath) return [...this.paths(parts), ...this.methods(parts.join('.') === 'user' ? 'user' : type)]
    if (type === 'appuser') return this.paths(['appuser'])
    if (type === 'user') return [...this.paths(['user']), ...this.methods('user')]
    return type === null && this.typeOf(`${receiver}.login`) !== null
      ? this.paths(['user', 'profile'])
      : this.methods(type)
  }

  private has({ dialects }: { dialects: readonly Dialect[] }): boolean {
    return dialects.includes(this.dialect)
  }

  /** The type of a piece of the source; null when it is not whole. */
  private typeOf(piece: string): StaticType | null {
    for (const profile of [this.profile, undefined]) {
      const read = parse(piece, this.dialect, { result: 'value', profile })
      if (read.ok) return read.expression.type
    }
    return null
  }

  private methods(type: StaticType | null): Completion[] {
    if (type === null) return []
    return [...METHODS].flatMap(([name, byType]) => {
      const fitting = [...byType.values()].filter((each) => this.has(each) && (type === 'any' || each.on === type))
      const [first] = fitting.filter(({ on }) => type !== 'any' || on !== 'user')
      return first ? [this.call(first, name)] : []
    })
  }

  private call(operation: Operation, name: string): Completion {
    const { takes, on, help } = operation
    const [first] = takes
    const written = this.after.startsWith('(')
    const kind = on === null ? ('function' as const) : ('method' as const)
    const shape = { label: name, kind, signature: signatureOf(operation), help }
    if (written || !first) return { ...shape, ...whole(written ? name : `${name}()`), more: false }
    const isText = first.type === 'text' && !first.optional && (on !== null || argumentTexts(name, 0) !== null)
    const [open, close] = first.type === 'criterion' ? ["({'", "'})"] : isText ? ["('", "')"] : ['(', ')']
    const insert = `${name}${open}`
    return { ...shape, insert: insert + close, cursor: insert.length, more: open !== '(' }
  }

  /** The members of an object: those of the table, and usual ones where it takes any name. */
  private paths(parts: readonly string[]): Completion[] {
    return memberNames(this.dialect, parts, this.profile).map((name) => this.path([...parts, name], name))
  }

  private path(parts: readonly string[], label: string): Completion {
    const path = parts.join('.')
    const resolved = resolvePath(this.dialect, parts)
    if (!resolved || Object.hasOwn(KNOWN_MEMBERS, path)) return this.object(path, label)
    const { type, help } = resolved.entry
    const signature = `${path}: ${type === 'any' ? (this.typeOf(path) ?? type) : type}`
    return { label, kind: 'attribute', signature, help, ...whole(label), more: false }
  }

  private object(path: string, label: string): Completion {
    const dot = this.after.startsWith('.') ? '' : '.'
    const help = OBJECT_HELP[path] ?? `What is known of ${label}.`
    return { label, kind: 'object', signature: `${path}.…`, help, ...whole(label + dot), more: dot !== '' }
  }

  /** What a value can begin with; once something is typed, whole paths too, so that `dep` finds the department. */
  private values(): Completion[] {
    const roots = memberNames(this.dialect, [], this.profile).map((root) => this.object(root, root))
    const functions = [...FUNCTIONS.values()].filter((each) => this.has(each))
    const families = [...new Set(functions.flatMap(({ family }) => family ?? []))].map((name) =>
      this.object(name, name),
    )
    const bare = functions.filter(({ family }) => family === null).map((each) => this.call(each, each.name))
    const deep = this.place.partial.length < ANY_PATH_FROM ? [] : this.everything(functions)
    return [...roots, ...families, ...bare, ...CONSTANTS, ...deep]
  }

  private everything(functions: readonly Operation[]): Completion[] {
    const leaves = leafPaths(this.dialect, [], this.profile).map((parts) => this.path(parts, parts.join('.')))
    const named = functions.filter(({ family }) => family !== null)
    const person = memberNames(this.dialect, [], this.profile).includes('user') ? this.methods('user') : []
    return [
      ...leaves,
      ...named.map((each) => this.call(each, `${each.family ?? ''}.${each.name}`)),
      ...person.map((each) => ({
        ...each,
        label: `user.${each.label}`,
        insert: `user.${each.insert}`,
        cursor: each.cursor + 5,
      })),
    ]
  }

  private operators(operand: string): Completion[] {
    const type = this.typeOf(operand)
    return EXPRESSION_CATALOGUE.operators.flatMap(({ name, signature, help }) => {
      if (name === '!' || (type !== null && !operatorFits(name, type))) return []
      const insert = name === '? :' ? '?  : ' : `${name} `
      const cursor = name === '? :' ? 2 : insert.length
      return [{ label: name, kind: 'operator', signature, help, insert, cursor, more: true }]
    })
  }
}

function whole(insert: string) {
  return { insert, cursor: insert.length }
}

const CONSTANTS: readonly Completion[] = ['true', 'false', 'null'].map((word) => ({
  label: word,
  kind: 'constant',
  signature: word,
  help: word === 'null' ? 'No value.' : 'A truth.',
  ...whole(word),
  more: false,
}))

const CRITERION_HELP: ReadonlyMap<string, string> = new Map([
  ['group.id', 'Groups of these ids.'],
  ['group.profile.name', 'Groups by name; by its start, unless an operator says otherwise.'],
  ['group.type', 'Groups of a type.'],
  ['group.source.id', 'Groups that an application brought in.'],
  [OPERATOR_KEY, 'Whether the name is meant whole or as a start.'],
])

const LOGICAL: ReadonlySet<string> = new Set(['&&', '||', '? :'])
const EQUALITY: ReadonlySet<string> = new Set(['==', '!='])
const ORDERED: ReadonlySet<StaticType> = new Set<StaticType>(['number', 'text', 'time', 'any'])

function operatorFits(name: string, type: StaticType): boolean {
  if (EQUALITY.has(name) || type === 'any') return true
  if (LOGICAL.has(name)) return type === 'boolean'
  return name === '+' ? type === 'number' || type === 'text' : ORDERED.has(type)
}
