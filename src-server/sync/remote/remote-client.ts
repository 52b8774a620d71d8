import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '#contract/interface/limits.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import type { Item, ListOperation, Page, Reply } from '#contract/routes/lists.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import type { ConnectionSecret } from '#operations/connections/secrets.ts'
import { edgeOf, type VocabularyEdge } from '#vocabulary/edge.ts'
import type { Caller, CallerInput } from '#operations/service/caller.ts'
import { byServiceApp, byToken, type Authorization, type GrantedToken, type TokenForm } from './authorization.ts'
import type { ExchangeBounds } from './exchange.ts'
import type { RequestJournal } from './journal.ts'
import { hasShape, nextCursor, remoteCall, type RemoteCall } from './remote-call.ts'
import { RemoteClock } from './remote-clock.ts'
import type { RemoteTime } from './request-gate.ts'
import { Sender } from './sender.ts'
import { headerOf } from './told-limits.ts'
import { makeTransport } from './transport.ts'

export interface RemoteOptions {
  connection: Omit<ConnectionRecord, 'secrets' | 'people' | 'peopleSalt' | 'followLog' | 'created' | 'lastUpdated'>
  /** Null where it cannot be read here. */
  secret: ConnectionSecret | null
  journal: RequestJournal
  /** Milliseconds since the epoch. */
  clock: () => number
  version: string
  trustedCertificates?: readonly string[] | undefined
  /** Tests only. */
  time?: RemoteTime | undefined
  /** Tests only: other than those of the limits. */
  bounds?: Partial<ExchangeBounds> | undefined
}

const BOUNDS: ExchangeBounds = {
  exchangeMs: LIMITS.remoteExchangeMs,
  replyBytes: LIMITS.remoteReplyBytes,
  replyDepth: LIMITS.remoteReplyDepth,
}

const REAL_TIME: RemoteTime = {
  steady: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  random: () => Math.random(),
}

const TOKEN_ROUTE: Route = ROUTES.requestToken as Route

/**
 * The interface of an instance elsewhere, by the route table: in our words, whatever its own are. Only the origin of the connection is
 * ever called.
 */
export class RemoteClient implements Caller {
  readonly #origin: string
  readonly #mayWrite: boolean
  readonly #edge: VocabularyEdge | null
  readonly #sender: Sender
  readonly #clock: RemoteClock
  readonly #authorization: Authorization | null

  constructor({ connection, secret, journal, clock, version, time = REAL_TIME, ...rest }: RemoteOptions) {
    const { address: origin, vocabulary, mayWrite } = connection
    this.#origin = origin
    this.#mayWrite = mayWrite
    this.#edge = vocabulary && edgeOf(vocabulary)
    this.#clock = new RemoteClock(clock)
    this.#sender = new Sender({
      ...{ connection, journal, time, clock: this.#clock, now: clock, agent: `Gatehouse/${version}` },
      transport: makeTransport({ origin, trustedCertificates: rest.trustedCertificates }),
      bounds: { ...BOUNDS, ...rest.bounds },
    })
    this.#authorization = secret && this.#authorizationOf(connection, secret)
  }

  /** @throws RemoteError; what the signal was aborted with */
  async call<Id extends OperationId>(id: Id, input: CallerInput<Id> = {}): Promise<Reply<Id>> {
    const { value } = await this.#perform(id, input)
    return value as Reply<Id>
  }

  /** @throws as {@link call} */
  async page<Id extends ListOperation>(id: Id, input: CallerInput<Id> = {}): Promise<Page<Item<Id>>> {
    const { value, headers, call } = await this.#perform(id, input)
    const next = nextCursor(headerOf(headers, 'link'), call, this.#origin)
    if (next !== null && typeof next === 'object') throw this.#sender.errorOf(call, next)
    return { items: value as Item<Id>[], next }
  }

  /** All pages of a list, one after the other. @throws as {@link call}, and where the list has no end */
  async *pages<Id extends ListOperation>(id: Id, input: CallerInput<Id> = {}): AsyncGenerator<Item<Id>[]> {
    const seen = new Set<string>()
    let query = input.query
    for (;;) {
      const { items, next } = await this.page(id, { ...input, query })
      yield items
      if (next === null) return
      if (seen.has(next) || seen.size >= LIMITS.remotePages)
        throw this.#sender.errorOf(this.#callOf(id, { ...input, query }), {
          problem: 'ENDLESS',
          why: seen.has(next) ? 'led to a page that was read before' : `has more than ${LIMITS.remotePages} pages`,
        })
      seen.add(next)
      // WHY the cast: every list takes `after`, which TypeScript cannot see across the union of routes.
      query = { ...input.query, after: next } as CallerInput<Id>['query']
    }
  }

  /** What was learnt of the remote by its answers. */
  facts() {
    return { clockDifferenceMs: this.#clock.differenceMs, limits: this.#sender.limiter.known() }
  }

  /** Writes the journal. */
  flush(): Promise<void> {
    return this.#sender.flush()
  }

  close(): Promise<void> {
    return this.#sender.close()
  }

  #callOf(id: OperationId, input: object): RemoteCall {
    return remoteCall(id, input, this.#edge)
  }

  async #perform(
    id: OperationId,
    input: { signal?: AbortSignal | undefined; secrets?: readonly string[] | undefined },
  ) {
    const call = this.#callOf(id, input)
    const { route } = call
    if (call.method !== 'GET' && !this.#mayWrite)
      throw this.#sender.errorOf(call, { problem: 'READ_ONLY', why: 'is not sent: the connection may only read' })
    const authorization = route.auth === 'public' ? null : this.#authorization
    if (route.auth !== 'public' && !authorization)
      throw this.#sender.errorOf(call, {
        problem: 'NO_SECRET',
        why: 'is not sent: the secret of the connection cannot be read here; give it again',
      })
    const { signal, secrets = [] } = input
    const { status, headers, value } = await this.#sender.send(call, { authorization, signal, secrets })
    if (!hasShape(route, status, value))
      throw this.#sender.errorOf(call, { problem: 'WRONG_SHAPE', why: 'answered with JSON of another form', status })
    return { call, headers, value: this.#edge ? this.#edge.readReply(route, status, value) : value }
  }

  #authorizationOf({ authentication }: RemoteOptions['connection'], secret: ConnectionSecret): Authorization | null {
    if ('token' in secret) return byToken(secret.token)
    if (authentication.type !== 'SERVICE_APP') return null
    const { clientId, scopes, publicKey } = authentication
    return byServiceApp({
      ...{ clientId, privateKey: secret.privateKey, kid: publicKey.kid, clock: this.#clock },
      scopes: scopes.map((scope) => this.#edge?.outer(scope) ?? scope),
      audience: `${this.#origin}${TOKEN_ROUTE.path}`,
      ask: (form) => this.#askForToken(form),
    })
  }

  async #askForToken(form: TokenForm): Promise<GrantedToken> {
    const { path, method } = TOKEN_ROUTE
    const call: RemoteCall = {
      ...{ operation: 'requestToken', route: TOKEN_ROUTE, method, path },
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(form).toString(),
      lane: { group: 'token', name: 'token' },
    }
    const secrets = [form['client_assertion'] ?? '']
    // A token that was given and not heard of does no harm.
    const authorization = null
    const { value, status } = await this.#sender.send(call, { authorization, isReading: true, secrets })
    const { access_token: token, expires_in: expiresInS } = isObject(value) ? value : {}
    if (typeof token === 'string' && typeof expiresInS === 'number') return { token, expiresInS }
    throw this.#sender.errorOf(call, { problem: 'WRONG_SHAPE', why: 'answered without an access token', status })
  }
}
