import type { ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { UsageError } from './command.ts'

/** Who wins in something, as it was typed: `KIND=SIDE`, `KIND:NAME=SIDE`, `KIND:NAME:FIELD=SIDE` or `KIND:order:LIST=SIDE`. */
export interface TypedChoice<Side extends string = string> {
  readonly kind: SyncKind
  /** The name or the id of an object, and perhaps a field, or a list; null: all of the kind. */
  readonly what: string | null
  readonly prefer: Side
}

/** A line that cannot be followed, in a sentence. */
export const mistake = (message: string) => new UsageError(message)

/** A side that an option names. @throws UsageError for what is none */
export function sideOf<Side extends string>(sides: readonly Side[], option: string, text: string): Side {
  const side = sides.find((one) => one === text)
  if (!side) throw mistake(`${option} takes ${sides.join(' or ')}, not “${text}”.`)
  return side
}

/** What was typed, as far as it can be understood without a comparison. @throws UsageError */
export function readChoices<Side extends string>(
  sides: readonly Side[],
  texts: readonly string[] = [],
): TypedChoice<Side>[] {
  const typed = texts.map((text) => readChoice(sides, text))
  for (const [at, { kind, what, prefer }] of typed.entries())
    if (typed.slice(0, at).some((one) => one.kind === kind && one.what === what && one.prefer !== prefer))
      throw mistake(`--choose says both sides of ${what === null ? kind : `${kind}:${what}`}.`)
  return typed
}

/** Kinds by their name, and by what one and several are called, as in the lines of a comparison. */
const KIND_OF: ReadonlyMap<string, SyncKind> = new Map(
  SYNC_KINDS.flatMap((kind) =>
    [kind, SYNCED_KINDS[kind].singular, SYNCED_KINDS[kind].plural].map((word) => [word.toLowerCase(), kind] as const),
  ),
)

function readChoice<Side extends string>(sides: readonly Side[], text: string): TypedChoice<Side> {
  // WHY the last one: names may have more of them.
  const end = text.lastIndexOf('=')
  if (end < 1) throw mistake(`--choose takes WHAT=SIDE, such as group:Sales=${sides[0]}, not “${text}”.`)
  const prefer = sideOf(sides, `--choose ${text.slice(0, end)}`, text.slice(end + 1))
  const [typed = '', ...rest] = text.slice(0, end).split(':')
  const kind = KIND_OF.get(typed.toLowerCase())
  if (!kind) throw mistake(`There is no kind “${typed}”. The kinds are ${SYNC_KINDS.join(', ')}.`)
  return { kind, what: rest.length > 0 ? rest.join(':') : null, prefer }
}

/** Whether something has to be decided: both sides have changed it, or nothing says which has. */
const isOpen = ({ direction }: { direction: ObjectDifferenceView['direction'] }) =>
  direction === 'conflict' || direction === 'unknown'

/** So many are named in an error. */
const NAMED = 10

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.toSorted().slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const idOf = ({ id, kind }: Pick<ObjectDifferenceView, 'id' | 'kind'>) => id.slice(kind.length + 1)

/** An object that can be decided. */
type Choosable = Pick<ObjectDifferenceView, 'id' | 'kind' | 'name' | 'parent' | 'direction'> & {
  readonly fields: readonly Pick<ObjectDifferenceView['fields'][number], 'path' | 'direction'>[]
}

/** A list whose order can be decided. */
type ChoosableOrder = Pick<OrderDifferenceView, 'id' | 'kind' | 'parent' | 'list' | 'direction'>

/** What an object can be called behind its kind: its name, or its id. */
const isCalled = (one: Choosable, text: string) => one.name === text || idOf(one) === text

/** Who wins in what, as requests say it. */
interface MadeChoice<Side extends string> {
  kind: SyncKind
  difference?: string
  path?: string
  prefer: Side
}

/** The choices of a request by what a comparison found. @throws UsageError for what is not there, or has nothing to be decided */
export function choicesOf<Side extends string>(
  typed: readonly TypedChoice<Side>[],
  compared: Compared,
): MadeChoice<Side>[] {
  return typed.map(({ kind, what, prefer }) => {
    if (what === null) return { kind, prefer }
    const { one, path } = found(kind, what, compared)
    return { kind, difference: one.id, ...(path === null ? {} : { path }), prefer }
  })
}

/** What a comparison found, as far as it can be decided. */
export interface Compared {
  differences: readonly Choosable[]
  orders: readonly ChoosableOrder[]
  /** Whether this is only what has to be decided; absent: all that differs. */
  isOpenOnly?: boolean
}

function found(kind: SyncKind, what: string, compared: Compared): { one: { id: string }; path: string | null } {
  const { differences } = compared
  const ofKind = differences.filter((one) => one.kind === kind)
  const open = ofKind.filter(isOpen)
  const whole = ofKind.filter((one) => isCalled(one, what))
  if (whole.length > 0) return { one: theOne(whole, open, what), path: null }
  const lists = compared.orders.filter((order) => order.kind === kind && isListCalled(order, what))
  if (lists.length > 0) return { one: theList(lists, what), path: null }
  const at = what.lastIndexOf(':')
  const [name, path] = [what.slice(0, at), what.slice(at + 1)]
  const within = at < 0 ? [] : ofKind.filter((one) => isCalled(one, name))
  if (within.length === 0) throw mistake(`${noSuch(kind, what, compared)} ${inConflict(kind, open, compared)}`)
  const one = theOne(within, open, name)
  assertField(one, path)
  return { one, path }
}

const noSuch = (kind: SyncKind, what: string, { isOpenOnly }: Compared) =>
  `No ${SYNCED_KINDS[kind].singular} ${isOpenOnly ? 'in conflict' : 'that differs'} is “${what}”.`

function inConflict(kind: SyncKind, open: readonly Choosable[], { differences, orders }: Compared) {
  const lists = orders.filter((one) => one.kind === kind && isOpen(one))
  const names = [...open.map((one) => choosable(one, differences)), ...lists.map((one) => choosableOrder(one, orders))]
  return names.length > 0 ? `To be decided: ${listed(names)}.` : `No ${SYNCED_KINDS[kind].singular} has to be decided.`
}

/** What a list is called: by what it belongs to, or which of the organization it is. */
const listName = ({ parent, list }: ChoosableOrder) => `order:${parent ?? list}`

const isListCalled = (order: ChoosableOrder, text: string) => listName(order) === text || idOf(order) === text

/** @throws UsageError where several are meant, or nothing has to be decided */
function theList(named: readonly ChoosableOrder[], what: string): ChoosableOrder {
  const { plural } = SYNCED_KINDS[(named[0] as ChoosableOrder).kind]
  const [one, other] = named.filter(isOpen)
  if (!one) throw mistake(`Only one side has moved ${plural} in “${what}”: nothing has to be decided.`)
  if (!other) return one
  throw mistake(
    `Several lists are “${what}”. Say which by its id: ${listed(named.filter(isOpen).map(({ id }) => id))}.`,
  )
}

/** @throws UsageError where several are meant, or nothing has to be decided */
function theOne(named: readonly Choosable[], open: readonly Choosable[], what: string): Choosable {
  const { singular, plural } = SYNCED_KINDS[(named[0] as Choosable).kind]
  const [one, other] = named.filter((candidate) => open.includes(candidate))
  if (!one) throw mistake(`Only one side has changed the ${singular} “${what}”: nothing has to be decided.`)
  if (!other) return one
  const told = open.filter((candidate) => named.includes(candidate))
  const ids = told.map((each) => `${each.id}${each.parent === null ? '' : ` (of ${each.parent})`}`)
  throw mistake(`Several ${plural} are “${what}”. Say which by its id: ${listed(ids)}.`)
}

function assertField(one: Choosable, path: string): void {
  const { singular } = SYNCED_KINDS[one.kind]
  const paths = openPaths(one)
  if (paths.length === 0) throw mistake(`The ${singular} “${one.name}” is on one side only, and is decided as a whole.`)
  if (!paths.includes(path))
    throw mistake(
      `“${path}” of the ${singular} “${one.name}” does not have to be decided. To be decided: ${listed(paths)}.`,
    )
}

/** The fields of an object that have to be decided. */
export const openPaths = ({ fields }: Choosable): string[] => fields.filter(isOpen).map(({ path }) => path)

/** How an object is typed behind `--choose`: by its kind and name, or by its id where another one has the same name. */
export function choosable(one: Choosable, all: readonly Choosable[]): string {
  const isNamed = all.filter((other) => other.kind === one.kind && isCalled(other, one.name)).length === 1
  return isNamed && one.name ? `${one.kind}:${one.name}` : one.id
}

/** How the order of a list is typed behind `--choose`: by the name of what it belongs to, or by its id where another one has the same name. */
export function choosableOrder(one: ChoosableOrder, all: readonly ChoosableOrder[]): string {
  const name = listName(one)
  const isNamed = all.filter((other) => other.kind === one.kind && isListCalled(other, name)).length === 1
  return isNamed ? `${one.kind}:${name}` : one.id
}

/** A word as shells take it. */
export function quoted(text: string): string {
  if (/^[\w.:/@-]+$/.test(text)) return text
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`
}
