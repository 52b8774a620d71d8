import { LIMITS } from '#contract/interface/limits.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ListOperation } from '#contract/routes/lists.ts'
import type { Caller } from '#operations/service/caller.ts'
import { holdersOf, removedAttributes } from '../plan/removed-attributes.ts'
import { pagesOf, paramsOf } from '../sides/read-list.ts'
import { isInvalid } from '../sides/refusals.ts'
import { partOf, toSyncObject, type SyncObject } from '../snapshot.ts'

/** What is kept of an object beside the values: what it is known by. */
const KNOWN_BY: Readonly<Partial<Record<SyncKind, readonly string[]>>> = {
  user: ['id', 'type.id', 'profile.login'],
  group: ['id', 'profile.name'],
}
const OF_APP = ['id', 'credentials.userName']

/**
 * The objects of a target that have values for what a step removes from a schema, with these alone: one more than are given back, where there are more.
 * @throws what the target throws; SyncError for a list that does not end
 */
export async function lostValues(
  step: PlanStep,
  { caller, signal }: { caller: Caller; signal: AbortSignal | undefined },
): Promise<SyncObject[]> {
  const names = removedAttributes(step)
  const schema = step.act === 'order' ? null : step.before
  if (names.length === 0 || !schema) return []
  const paths = names.map((name) => `profile.${name}`)
  const found: SyncObject[] = []
  for (const kind of holdersOf(schema.kind)) {
    const holders = new Holders(kind, schema, { paths, caller, signal })
    found.push(...(await holders.read(LIMITS.planLostValues + 1 - found.length)))
  }
  return found
}

interface Reading {
  readonly paths: readonly string[]
  readonly caller: Caller
  readonly signal: AbortSignal | undefined
}

type Query = Readonly<Record<string, string>>

/** The objects of one kind with values for attributes. */
class Holders {
  readonly #kind: SyncKind
  readonly #schema: SyncObject
  readonly #reading: Reading

  constructor(kind: SyncKind, schema: SyncObject, reading: Reading) {
    this.#kind = kind
    this.#schema = schema
    this.#reading = reading
  }

  async read(most: number): Promise<SyncObject[]> {
    const { calls = [{}] } = SYNCED_KINDS[this.#kind].source
    const search = this.#search()
    const all = () =>
      this.#readAll(
        calls.map(({ query = {} }) => query),
        most,
      )
    if (search === null) return all()
    try {
      return await this.#readAll([{ search }], most)
    } catch (error) {
      // Not every engine searches by every attribute.
      if (isInvalid(error)) return all()
      throw error
    }
  }

  /** What finds them; null: there is no such search. */
  #search(): string | null {
    const present = this.#reading.paths.map((path) => `${path} pr`).join(' or ')
    if (this.#kind === 'group') return present
    return this.#kind === 'user' ? `type.id eq "${this.#schema.parent ?? ''}" and (${present})` : null
  }

  async #readAll(queries: readonly Query[], most: number): Promise<SyncObject[]> {
    const found: SyncObject[] = []
    for (const query of queries) found.push(...(await this.#readList(query, most - found.length)))
    return found
  }

  async #readList(query: Query, most: number): Promise<SyncObject[]> {
    const { caller, signal } = this.#reading
    const { source } = SYNCED_KINDS[this.#kind]
    const found: SyncObject[] = []
    if (most <= 0) return found
    const parts = { params: paramsOf(source, this.#above), query }
    for await (const page of pagesOf(caller, source.operation as ListOperation, parts, signal)) {
      found.push(...page.flatMap((item) => this.#withValues(item)))
      if (found.length >= most) break
    }
    return found.slice(0, most)
  }

  #withValues(item: Body): SyncObject[] {
    const { where, one } = SYNCED_KINDS[this.#kind].source
    const has = this.#reading.paths.filter((path) => (valueAt(item, path) ?? null) !== null)
    const isOther = this.#kind === 'user' && textAt(item, 'type.id') !== this.#schema.parent
    if (has.length === 0 || isOther || where?.(item) === false) return []
    const object = toSyncObject(this.#kind, item, { parent: this.#above, call: one?.callOf?.(item) ?? '' })
    return [{ ...object, body: partOf(item, [...(KNOWN_BY[this.#kind] ?? OF_APP), ...has]) }]
  }

  /** The application, whose schema it is. */
  get #above(): SyncObject | undefined {
    const { parent } = this.#schema
    const { within } = SYNCED_KINDS[this.#kind].source
    return within && parent !== null
      ? { kind: within.kind, key: parent, id: parent, parent: null, call: '', body: {} }
      : undefined
  }
}
