import type { ApiDocument, Operation } from './document.ts'
import { pathsOf, put, valueAt, without } from './hostile.ts'
import { prefixesOf, type Binding, type Objects } from './objects.ts'
import type { Random } from './random.ts'
import type { WireReply } from './send.ts'
import { jsonOf, type Call, type Session } from './session.ts'
import type { Values } from './values.ts'

interface Parts {
  document: ApiDocument
  objects: Objects
  values: Values
  random: Random
  session: Session
}

/** How often a call is changed after a refusal that names a part of it. */
const REPAIRS = 5
/** Levels of objects that are made so that another can be. */
const LEVELS = 3
/** Tries after which an operation that never succeeded is no longer called for the sake of another. */
const ENOUGH = 12

/** Makes calls that ought to succeed, and what they need first. All knowledge is the document's and the replies'. */
export class Calls {
  readonly #parts: Parts
  readonly #tries = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A call of an operation; null where an object in its path is not known. */
  async make(operation: Operation): Promise<Call | null> {
    const { objects, random, document } = this.#parts
    const link = operation.method === 'GET' && random.chance(0.3) ? objects.link(operation) : undefined
    if (link) {
      const [path, search] = link.split('?') as [string, string]
      return { operation, params: document.bind(operation.path, path) ?? {}, query: [...new URLSearchParams(search)] }
    }
    const params = objects.bind(operation)
    return params && this.#complete(operation, params)
  }

  /** Tries to get a success, making first what is missing. @returns whether it was one */
  async reach(operation: Operation, level = 0): Promise<boolean> {
    const { session, objects } = this.#parts
    const tries = this.#tries.get(operation.id) ?? 0
    this.#tries.set(operation.id, tries + 1)
    if (level > 0 && tries > ENOUGH && !session.isReached(operation)) return false
    const wantsFresh = operation.method === 'DELETE' || (operation.method !== 'GET' && tries % 3 === 2)
    const creator = wantsFresh ? this.#creatorOf(operation) : undefined
    const isFresh = creator !== undefined && level < LEVELS && (await this.reach(creator, level + 1))
    if (!isFresh && objects.bind(operation) === null) await this.#provide(operation, level)
    const params = isFresh ? objects.newest(operation) : null
    const call = params ? await this.#complete(operation, params) : await this.make(operation)
    if (!call) return false
    const reply = await session.call(call)
    return isSuccess(reply) || (await this.#repair(call, reply)) || (await this.#inOtherStates(call))
  }

  async #complete(operation: Operation, params: Binding): Promise<Call> {
    return { operation, params, query: this.#query(operation), ...(await this.#body(operation, params)) }
  }

  #query({ query }: Operation): Call['query'] {
    const { random, values } = this.#parts
    const fullness = random.pick([0, 0, 0.3])
    return query
      .filter(({ required }) => required || random.chance(fullness))
      .map(({ name, schema }) => [name, String(values.of(schema, 0, [name]))] as const)
  }

  /** A body as the schema says, or one like an object that is there already. */
  async #body({ body, path, method }: Operation, params: Binding): Promise<{ body?: unknown }> {
    const { random, values } = this.#parts
    if (!body) return {}
    const like = random.chance(method === 'PUT' ? 0.7 : 0.5) ? await this.#existing(path, params) : undefined
    if (like !== undefined) return { body: method === 'PUT' ? like : this.#renamed(like) }
    return { body: values.of(body.schema, random.pick([0, 0, 0.2, 0.5, 0.9]), namesOf(path)) }
  }

  /** The object at a path, or one of those in the list there. */
  async #existing(path: string, params: Binding): Promise<unknown> {
    const { document, session, random } = this.#parts
    const read = document.operations.find((operation) => operation.method === 'GET' && operation.path === path)
    if (!read) return undefined
    const reply = await session.call({ operation: read, params, query: this.#query(read) })
    const found = isSuccess(reply) ? jsonOf(reply) : undefined
    if (Array.isArray(found)) return found.length > 0 ? random.pick(found) : undefined
    return found
  }

  /** Gives every name in an object, and what else has to be its own, another value. */
  #renamed(value: unknown): unknown {
    const { values } = this.#parts
    const unique = values.unique()
    return pathsOf(value).reduce((changed, path) => {
      const last = path.at(-1) as string
      if (path.length > 2 || !/^(name|label|displayName|login|email)$/.test(last)) return changed
      return put(changed, path, /login|email/.test(last) ? `${unique}@example.test` : unique)
    }, value)
  }

  /** Takes out, or makes again, what a refusal names. */
  async #repair(call: Call, refusal: WireReply): Promise<boolean> {
    const { session } = this.#parts
    let [tried, reply] = [call, refusal]
    for (let left = REPAIRS; left > 0 && (reply.status === 400 || reply.status === 404); left--) {
      const repaired = reply.status === 404 ? this.#withOther(tried, reply) : this.#withoutFaults(tried, reply)
      if (!repaired) return false
      tried = repaired
      reply = await session.call(tried)
    }
    return isSuccess(reply)
  }

  #withoutFaults(call: Call, refusal: WireReply): Call | null {
    const places = placesIn(refusal)
    return places.length === 0 ? null : places.reduce((changed, place) => this.#changed(changed, place), call)
  }

  /** With an id of the kind that was not found. */
  #withOther(call: Call, refusal: WireReply): Call | null {
    const [, unknown, kind] = /(\S+) \((\w+)\)/.exec(String((jsonOf(refusal) as Told | undefined)?.errorSummary)) ?? []
    const path = pathsOf(call.body).find((at) => valueAt(call.body, at) === unknown)
    const id = kind === undefined ? undefined : this.#parts.values.idFor([kind])
    return path && path.length > 0 && id !== undefined ? { ...call, body: put(call.body, path, id) } : null
  }

  #changed(call: Call, place: string): Call {
    const { random, values, document } = this.#parts
    const query = call.query.filter(([name]) => name !== place)
    if (query.length < call.query.length) return { ...call, query }
    const path = place.split(/[.[\]]+/).filter((part) => part !== '')
    const value = valueAt(call.body, path)
    if (value !== undefined && random.chance(0.6)) return { ...call, body: without(call.body, path) }
    const schema = call.operation.body && document.partOf(call.operation.body.schema, path)
    if (!schema) return { ...call, body: without(call.body, path) }
    const names = [...namesOf(call.operation.path), ...path]
    const made = values.of(schema, random.pick([0, 0.5, 1]), names)
    return { ...call, body: put(call.body, path, typeof made === 'string' && random.chance(0.3) ? '' : made) }
  }

  /** The same after each step of its object's lifecycle. */
  async #inOtherStates(call: Call): Promise<boolean> {
    const { document, session, random } = this.#parts
    const one = prefixesOf(call.operation.path).at(-1)
    if (one === undefined) return false
    const steps = document.operations.filter(
      ({ method, path }) => method === 'POST' && path.startsWith(`${one}/lifecycle/`),
    )
    for (const operation of random.shuffled(steps)) {
      if (operation === call.operation) continue
      await session.call({ operation, params: call.params, query: [] })
      if (isSuccess(await session.call(call))) return true
    }
    return false
  }

  /** Makes or lists the objects of a path that are not known. */
  async #provide(operation: Operation, level: number): Promise<void> {
    if (level >= LEVELS) return
    const { document, objects } = this.#parts
    for (const template of prefixesOf(operation.path)) {
      if (objects.bind({ path: template })) continue
      const parent = template.replace(/\/\{\w+\}$/, '')
      const sources = document.operations.filter(({ path, method }) => path === parent && /GET|POST/.test(method))
      for (const source of sources) await this.reach(source, level + 1)
    }
  }

  /** What makes the objects that an operation is about. */
  #creatorOf({ path }: Operation): Operation | undefined {
    const parent = prefixesOf(path)
      .at(-1)
      ?.replace(/\/\{\w+\}$/, '')
    const { operations } = this.#parts.document
    return (
      operations.find((other) => other.method === 'POST' && other.path === parent) ??
      operations.find((other) => other.method === 'PUT' && other.path === path)
    )
  }
}

export const isSuccess = ({ status }: WireReply) => status >= 200 && status < 300

const namesOf = (path: string) =>
  path.split('/').filter((part) => /^\w+$/.test(part) && !/^(api|gatehouse|v1)$/.test(part))

interface Told {
  errorSummary: string
  errorCauses?: { errorSummary: string; location?: string }[]
}

/** The places of the request that a refusal names. */
function placesIn(reply: WireReply): string[] {
  const { errorCauses = [] } = (jsonOf(reply) ?? {}) as Partial<Told>
  const places = errorCauses.map(({ location, errorSummary }) => location ?? /^([\w.[\]]+):/.exec(errorSummary)?.[1])
  return [...new Set(places)].filter((place) => place !== undefined)
}
