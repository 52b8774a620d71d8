import { textAt, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { Target, WriteCall } from '#contract/sync/writing.ts'
import { readSide } from '#sync/sides/read-side.ts'
import type { Snapshot, SyncObject } from '#sync/snapshot.ts'
import type { Random } from '../../fuzz/random.ts'
import { LENIENT, type LooseInput } from '../client.ts'
import { bodiesOf } from '../drift/bodies.ts'
import { NOT_WALKED } from '../drift/exceptions.ts'
import { RESOURCES } from '../drift/resources.ts'
import { setStage, type Stage } from '../drift/stage.ts'
import type { TestServer } from '../server.ts'
import { atRest } from './connections.ts'
import { httpCaller } from './http-caller.ts'

/** Each operation that makes something; what stands in lists more often, so that there is something to move. */
const CREATIONS = RESOURCES.map(({ create }) => create)
  .filter((create) => !NOT_WALKED[create])
  .flatMap((create) => Array.from({ length: /^create(?:Server)?(?:Policy|Rule)$/.test(create) ? 4 : 1 }, () => create))

/** What joins two objects: the kinds of the one that it belongs to, and of the other. */
const RELATIONS: readonly [SyncKind, SyncKind, SyncKind][] = [
  ['groupMembership', 'group', 'user'],
  ['groupOwner', 'group', 'user'],
  ['appUser', 'app', 'user'],
  ['appGroup', 'app', 'group'],
  ['trustedServer', 'authorizationServer', 'authorizationServer'],
  ['groupRoleGroup', 'groupRole', 'group'],
  ['userRoleGroup', 'userRole', 'group'],
  ['groupRoleApp', 'groupRole', 'app'],
  ['userRoleApp', 'userRole', 'app'],
]

/** Of the person of whom the token of a service is. */
const OWNER = 'owner@example.com'
const FREE_TEXT = /^(?:name|description|label|displayName|companyName|website|city|title|firstName|lastName)$/
const CHANGEABLE = SYNC_KINDS.filter((kind) => SYNC_WRITES[kind].change)
const REMOVABLE = SYNC_KINDS.filter((kind) => SYNC_WRITES[kind].remove)
const RANKED: readonly SyncKind[] = ['policy', 'rule', 'serverPolicy', 'serverRule', 'appGroup']

/** An administrator who acts by chance: makes, changes, moves and removes objects of every kind. What the service refuses is left as it was. */
export class RandomAdministrator {
  readonly #server: TestServer
  readonly #stage: Stage
  readonly #random: Random
  readonly #word: string
  #count = 0
  #side: Snapshot | null = null
  #focus: ReadonlySet<string> = new Set()

  /** @param word in the names of what is made here, so that both sides make other things */
  constructor(server: TestServer, stage: Stage, random: Random, word: string) {
    this.#server = server
    this.#stage = stage
    this.#random = random
    this.#word = word
  }

  /** Of a new organization. */
  static async of(server: TestServer, random: Random): Promise<{ stage: Stage; administrator: RandomAdministrator }> {
    const stage = await setStage(server, 'identity')
    return { stage, administrator: new RandomAdministrator(server, stage, random, 'There') }
  }

  /** Makes some of the forms that there are. @returns what was made */
  async furnish(amount: number): Promise<string[]> {
    const done: string[] = []
    for (let n = 0; n < amount; n += 1) done.push(...(await this.#create()))
    await this.#list()
    this.#side = await readSide(httpCaller(this.#server))
    for (let n = 0; n < amount; n += 1) done.push(...(await this.#relate()))
    await atRest(this.#server)
    return done
  }

  /**
   * @param side what there is
   * @param focus objects by kind and key that others look at as well, so that several change the same
   * @returns what was done, in the order in which it was
   */
  async make(amount: number, side: Snapshot, focus: ReadonlySet<string>): Promise<string[]> {
    const done: string[] = []
    this.#side = side
    this.#focus = focus
    const acts = [
      this.#create,
      this.#relate,
      this.#describe,
      this.#describe,
      this.#change,
      this.#graft,
      this.#move,
      this.#remove,
    ]
    for (let n = 0; n < amount; n += 1) done.push(...(await this.#random.pick(acts).call(this)))
    await atRest(this.#server)
    return done
  }

  /** Some objects of a side, of as many kinds, that can be changed; by kind and key. */
  someOf(side: Snapshot, amount: number): Set<string> {
    const kinds = CHANGEABLE.filter((kind) => side.objects.get(kind)?.size)
    const keysOf = (kind: SyncKind) => [...(side.objects.get(kind)?.keys() ?? [])]
    const some = this.#random.shuffled(kinds).slice(0, amount)
    return new Set(
      some.flatMap((kind) =>
        this.#random
          .shuffled(keysOf(kind))
          .slice(0, 2)
          .map((key) => `${kind} ${key}`),
      ),
    )
  }

  #objects(kind: SyncKind): SyncObject[] {
    return [...(this.#side?.objects.get(kind)?.values() ?? [])]
  }

  /** Whether an object is the administrator's own account, or belongs to it. */
  #isOwn({ kind, key, parent }: SyncObject): boolean {
    const owner = this.#objects('user').find(({ body }) => textAt(body, 'profile.login') === OWNER)
    return owner !== undefined && (kind === 'user' ? key : parent?.split('/')[0]) === owner.key
  }

  /** A kind of some that has objects, and one of these; mostly one in focus. */
  #pick(kinds: readonly SyncKind[]): SyncObject {
    const inFocus = kinds
      .flatMap((kind) => this.#objects(kind))
      .filter(({ kind, key }) => this.#focus.has(`${kind} ${key}`))
    if (inFocus.length > 0 && this.#random.chance(0.6)) return this.#random.pick(inFocus)
    return this.#random.pick(this.#objects(this.#random.pick(kinds.filter((kind) => this.#objects(kind).length > 0))))
  }

  #targetOf({ id, parent, call }: SyncObject, body: Body): Target {
    const find = (kind: SyncKind, one: string) => this.#side?.objects.get(kind)?.get(one)?.body
    return { id, call, above: parent?.split('/') ?? [], body, side: { address: this.#server.url, find } }
  }

  /** @returns what was done; nothing where it is refused */
  async #send(what: string, calls: readonly WriteCall[]): Promise<string[]> {
    const call = this.#server.client.call as unknown as (id: string, input: LooseInput) => Promise<unknown>
    const done: string[] = []
    for (const { operation, ...parts } of calls) {
      this.#server.clock.advance(1_000)
      try {
        await call(operation, { ...parts, headers: LENIENT } as LooseInput)
        done.push(`${operation} ${what}`)
      } catch {
        return done
      }
    }
    return done
  }

  /** Some that stand in lists, so that they can be moved. */
  async #list(): Promise<void> {
    const { make } = this.#server
    for (const type of ['SVC_SIGN_ON', 'ACCESS_POLICY'] as const) {
      const [first] = [await make.aPolicy(type), await make.aPolicy(type), await make.aPolicy(type)]
      for (let n = 0; n < 3; n += 1) await make.aRule(first)
    }
  }

  /** A form of some kind, by a name that no other has. */
  #create(): Promise<string[]> {
    const create = this.#random.pick(CREATIONS.filter((one) => bodiesOf(one, this.#stage).length > 0))
    const given = this.#random.pick(bodiesOf(create, this.#stage))
    const body = this.#stage.withIds(this.#named(given as Body))
    return this.#send('', [{ operation: create, params: this.#stage.paramsOf(create, given), body }])
  }

  #named(body: Body): Body {
    this.#count += 1
    const mark = this.#random.chance(0.2) ? `Alike${this.#random.below(2)}` : `${this.#word}${this.#count}`
    const renamed = ([key, value]: [string, unknown]): [string, unknown] => {
      if (key === 'profile') return [key, this.#namedProfile(value as Body, mark)]
      return [key, typeof value === 'string' && /^(?:name|label|client_name)$/.test(key) ? `${value}${mark}` : value]
    }
    return Object.fromEntries(Object.entries(body).map(renamed))
  }

  #namedProfile(profile: Body, mark: string): Body {
    const renamed = ([key, value]: [string, unknown]): [string, unknown] =>
      key === 'name'
        ? [key, `${String(value)}${mark}`]
        : /^(?:login|email)$/.test(key)
          ? [key, `${mark}-${String(value)}`]
          : [key, value]
    return Object.fromEntries(Object.entries(profile).map(renamed))
  }

  #relate(): Promise<string[]> {
    const [kind, within, other] = this.#random.pick(RELATIONS)
    if (this.#objects(within).length === 0) return Promise.resolve([])
    const [parent, related] = [this.#pick([within]), this.#pick([other])]
    const object = { kind, id: related.id, key: '', parent: parent.key, call: '', body: {} }
    const body =
      kind === 'groupOwner' ? { type: 'USER' } : kind === 'appUser' ? { credentials: { userName: this.#word } } : {}
    const call = SYNC_WRITES[kind].create?.(this.#targetOf(object, { ...body, profile: {} }))
    return this.#send(`${kind} ${parent.key} ${related.id}`, call ? [call] : [])
  }

  #write(object: SyncObject, body: Body): Promise<string[]> {
    const calls = SYNC_WRITES[object.kind].change?.(this.#targetOf(object, body), object.body) ?? []
    return this.#send(`${object.kind} ${object.key} ${changed(object.body, body)}`, calls)
  }

  /** Another text where it may be any. */
  #describe(): Promise<string[]> {
    const object = this.#pick(CHANGEABLE)
    this.#count += 1
    const text = `${this.#word}${this.#count}`
    const body = Object.hasOwn(object.body, 'profile') ? (object.body['profile'] as Body) : object.body
    const free = Object.keys(body).filter((key) => FREE_TEXT.test(key))
    if (free.length === 0) return Promise.resolve([])
    const described = { ...body, [this.#random.pick(free)]: text }
    return this.#write(object, body === object.body ? described : { ...object.body, profile: described })
  }

  /** Another name, text, number or answer somewhere. */
  #change(): Promise<string[]> {
    const object = this.#pick(CHANGEABLE)
    this.#count += 1
    return this.#write(object, this.#mutated(object.body) as Body)
  }

  #mutated(value: unknown): unknown {
    if (typeof value === 'boolean') return !value
    if (typeof value === 'number') return value + 1 + this.#random.below(3)
    if (value === 'ACTIVE' || value === 'INACTIVE') return value === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'
    if (typeof value === 'string') return `${value}${this.#word}${this.#count}`
    if (Array.isArray(value))
      return value.length > 0 ? value.filter((_, at) => at !== this.#random.below(value.length)) : value
    if (typeof value !== 'object' || value === null) return value
    const keys = Object.keys(value).filter((key) => !/^(?:id|_links|_embedded|created|lastUpdated|system)$/.test(key))
    if (keys.length === 0) return value
    const key = this.#random.pick(keys)
    return { ...value, [key]: this.#mutated((value as Body)[key]) }
  }

  /** A field as another object of the kind has it. */
  #graft(): Promise<string[]> {
    const object = this.#pick(CHANGEABLE)
    const other = this.#random.pick(this.#objects(object.kind))
    const keys = Object.keys(other.body).filter((key) => !/^(?:id|_|name|label)/.test(key))
    if (keys.length === 0) return Promise.resolve([])
    const key = this.#random.pick(keys)
    return this.#write(object, { ...object.body, [key]: other.body[key] })
  }

  #move(): Promise<string[]> {
    const object = this.#random.pick(
      RANKED.flatMap((kind) => this.#objects(kind)).filter(({ body }) => body['system'] !== true),
    )
    return this.#write(object, { ...object.body, priority: this.#random.below(3) + 1 })
  }

  #remove(): Promise<string[]> {
    const object = this.#pick(REMOVABLE)
    // WHY not: the administrator could do nothing more.
    if (this.#isOwn(object)) return Promise.resolve([])
    return this.#send(
      `${object.kind} ${object.key}`,
      SYNC_WRITES[object.kind].remove?.(this.#targetOf(object, object.body)) ?? [],
    )
  }
}

/** What is other in a body, for a failing test. */
const changed = (before: Body, after: Body) =>
  Object.keys(after)
    .filter((key) => before[key] !== after[key])
    .map((key) => `${key}: ${JSON.stringify(after[key])}`)
    .join()
