import type { ApiDocument, Operation } from './document.ts'
import type { Random } from './random.ts'

/** The values of a path's placeholders. */
export type Binding = Readonly<Record<string, string>>

/** Objects remembered of one collection; the oldest are forgotten. */
const MOST = 60
/** Addresses that are read from one reply. */
const MOST_LINKS = 40
/** Fields by which an item of a list is addressed, the first that it has. */
const ID_FIELDS = ['id', 'uuid', 'key']

/**
 * The objects of the service, as replies tell of them: items of collections, and addresses in links. A placeholder's values are
 * learned below the path that it follows, so no operation has to be known by name.
 */
export class Objects {
  readonly #document: ApiDocument
  readonly #random: Random
  /** By template that ends with a placeholder. */
  readonly #pools = new Map<string, Binding[]>()
  readonly #links = new Map<string, string[]>()

  constructor(document: ApiDocument, random: Random) {
    this.#document = document
    this.#random = random
    for (const { path } of document.operations)
      for (const end of prefixesOf(path)) if (!this.#pools.has(end)) this.#pools.set(end, [])
  }

  /** Remembers what a successful reply tells of. */
  learn(operation: Operation, params: Binding, body: unknown): void {
    for (const [template, pool] of this.#pools) {
      const name = /^\/\{(\w+)\}$/.exec(
        template.startsWith(operation.path) ? template.slice(operation.path.length) : '',
      )
      if (!name) {
        this.#learnAlone(template, pool, body)
        continue
      }
      for (const item of Array.isArray(body) ? body.slice(0, MOST) : [body]) {
        const id = idOf(item, name[1] as string)
        if (id) remember(pool, { ...params, [name[1] as string]: id })
      }
    }
    this.#learnLinks(body)
  }

  /** Remembers the object that an operation has succeeded on, such as one that it put there. */
  confirm({ path }: Operation, params: Binding): void {
    const pool = this.#pools.get(path)
    if (pool) remember(pool, params)
  }

  /** Forgets an object that is gone, and what lies below it. */
  forget(params: Binding): void {
    const gone = Object.entries(params)
    if (gone.length === 0) return
    for (const [template, pool] of this.#pools)
      this.#pools.set(
        template,
        pool.filter((binding) => !gone.every(([name, value]) => binding[name] === value)),
      )
  }

  /** How many objects are known where an operation puts new ones. */
  count(path: string): number {
    const below = [...this.#pools].filter(([template]) => /^\/\{\w+\}$/.test(template.slice(path.length)))
    return Math.max(0, ...below.filter(([template]) => template.startsWith(path)).map(([, pool]) => pool.length))
  }

  /** Values for an operation's placeholders; null where an object is not known yet. */
  bind({ path }: Pick<Operation, 'path'>): Binding | null {
    const ends = prefixesOf(path)
    const last = ends.at(-1)
    if (last === undefined) return {}
    const pool = this.#pools.get(last) ?? []
    // Some objects are put below others that they do not belong to yet: a person into a group.
    if (pool.length > 0 && (ends.length === 1 || this.#random.chance(0.6))) return this.#recent(pool)
    const parent = ends.length > 1 ? this.bind({ path: ends.at(-2) as string }) : {}
    const name = nameAtEnd(last)
    const values = this.valuesOf(name)
    if (parent === null || values.length === 0) return pool.length > 0 ? this.#recent(pool) : null
    return { ...parent, [name]: this.#random.pick(values) }
  }

  /** The object of an operation's path that was learned of last. */
  newest({ path }: Pick<Operation, 'path'>): Binding | null {
    return this.#pools.get(prefixesOf(path).at(-1) ?? '')?.at(-1) ?? null
  }

  /** Every known value of a placeholder, wherever it stands. */
  valuesOf(name: string): string[] {
    return [...this.#pools].flatMap(([template, pool]) =>
      nameAtEnd(template) === name ? pool.map((binding) => binding[name] as string) : [],
    )
  }

  /** The names of all placeholders for which a value is known. */
  names(): string[] {
    const filled = [...this.#pools].filter(([, pool]) => pool.length > 0)
    return [...new Set(filled.map(([template]) => nameAtEnd(template)))]
  }

  /** A whole address that a reply gave for an operation, query included. */
  link(operation: Operation): string | undefined {
    const known = this.#links.get(operation.id) ?? []
    return known.length > 0 ? this.#random.pick(known) : undefined
  }

  /** Of placeholders that have no list of their own: items of any reply that have a field of the name. */
  #learnAlone(template: string, pool: Binding[], body: unknown): void {
    const name = nameAtEnd(template)
    if (template.indexOf('{') !== template.lastIndexOf('{') || this.#isListed(template)) return
    for (const item of Array.isArray(body) ? body.slice(0, 5) : [body]) {
      const value = (item as Record<string, unknown> | null)?.[name]
      if (typeof value === 'string') remember(pool, { [name]: value })
    }
  }

  #isListed(template: string): boolean {
    const parent = template.replace(/\/\{\w+\}$/, '')
    return this.#document.operations.some(({ path, method }) => path === parent && method !== 'DELETE')
  }

  #recent(pool: readonly Binding[]): Binding {
    // What was made last is the least used: half of the time it is taken.
    return this.#random.chance(0.5) ? (pool.at(-1) as Binding) : this.#random.pick(pool)
  }

  #learnLinks(body: unknown): void {
    let left = MOST_LINKS
    for (const text of textsIn(body)) {
      const target = text.replace(/^http:\/\/127\.0\.0\.1:\d+/, '')
      if (!/^\/(api|gatehouse)\//.test(target)) continue
      if (left-- === 0) return
      const path = target.split('?')[0] as string
      for (const [template, pool] of this.#pools) {
        const binding = this.#document.bind(template, path)
        if (binding) remember(pool, binding)
      }
      const operation = this.#document.find('GET', path)
      if (!operation || !target.includes('?')) continue
      this.#links.set(operation.id, [...(this.#links.get(operation.id) ?? []), target].slice(-MOST))
    }
  }
}

function remember(pool: Binding[], binding: Binding): void {
  if (Object.values(binding).some((value) => !/^[\w.:-]{1,200}$/.test(value))) return
  const same = pool.findIndex((known) => Object.entries(binding).every(([name, value]) => known[name] === value))
  if (same === -1) pool.push(binding)
  // Half of the first ones are kept: they are what the service came with.
  if (pool.length > MOST) pool.splice(MOST / 2, 1)
}

/** The beginnings of a path that end with a placeholder. */
export function prefixesOf(path: string): string[] {
  return [...path.matchAll(/\}/g)].map(({ index }) => path.slice(0, index + 1))
}

const nameAtEnd = (template: string) => /\{(\w+)\}$/.exec(template)?.[1] as string

function idOf(item: unknown, param: string): string | null {
  if (item === null || typeof item !== 'object') return null
  const field = [param, asOAuthHasIt(param), ...ID_FIELDS].find(
    (name) => typeof (item as Record<string, unknown>)[name] === 'string',
  )
  return field === undefined ? null : ((item as Record<string, unknown>)[field] as string)
}

/** `clientId` as `client_id`. */
const asOAuthHasIt = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const inner of value.slice(0, MOST)) yield* textsIn(inner)
  else if (value !== null && typeof value === 'object') for (const inner of Object.values(value)) yield* textsIn(inner)
}
