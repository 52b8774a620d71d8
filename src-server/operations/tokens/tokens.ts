import { hash } from 'node:crypto'
import type { Scope } from '#contract/interface/scopes.ts'
import { newId, randomText } from '#db/ids.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { tokenTarget } from '#contract/log/targets.ts'
import { apiTokens, type ApiTokenRecord } from '#db/tables/api-tokens.ts'
import type { Service } from '../service.ts'

const DAY_MS = 86_400_000
/** A token ends this long after its last use (spec/4 §2.5). */
const WINDOW_MS = 30 * DAY_MS

/** Whom a presented token acts for. */
export interface TokenHolder {
  id: string
  userId: string
  name: string
  /** What an OAuth token was granted; an API token has all. */
  scopes: 'all' | ReadonlySet<Scope>
}

/** What is stored of a token: SHA-256 in hexadecimal. */
export function hashToken(value: string): string {
  return hash('sha256', value)
}

/** A new token's value: 42 characters, as clients of the interface expect. */
export function newTokenValue(): string {
  return `00${randomText(40)}`
}

/** Makes a token; only its hash is stored. @param userId whom it acts for */
export async function createToken(tx: Tx, value: string, name: string, userId: string): Promise<void> {
  tx.authorize('system.api_token.create', [], 'never')
  const id = newId('apiToken')
  await apiTokens.insert(tx, {
    id,
    name,
    hash: hashToken(value),
    userId,
    created: tx.now,
    lastUpdated: tx.now,
    expiresAt: endAfter(tx.now),
  })
  tx.record({ type: 'system.api_token.create', targets: [tokenTarget({ id, name })] })
}

/** When a token ends that is used now. @param now a timestamp of the interface, as the result is */
export const endAfter = (now: string) => new Date(Date.parse(now) + WINDOW_MS).toISOString()

interface KnownToken extends ApiTokenRecord {
  expiresMs: number
}

/** Recognizes tokens by hash, from a cache after the first time, and extends those in use. */
export class TokenRegistry {
  readonly #service: Service
  readonly #cached = new Map<string, KnownToken>()
  /** Extensions under way, by id of the token: the file still has the earlier end of these. */
  readonly #extending = new Map<string, number>()
  /** Counts calls of `forget`, so that a token read before one is not cached after it. */
  #forgotten = 0

  constructor(service: Service) {
    this.#service = service
    service.onCommit((changes) => {
      if (changes.touches(apiTokens)) this.forget(changes.keysOf(apiTokens) ?? 'all')
    })
  }

  /** The holder of a token; null when it is unknown or has ended. */
  async recognize(value: string): Promise<TokenHolder | null> {
    const key = hashToken(value)
    const token = this.#cached.get(key) ?? (await this.#load(key))
    if (!token) return null
    const nowMs = this.#service.clock()
    if (token.expiresMs <= nowMs) return null
    this.#extend(token, nowMs)
    return { id: token.id, userId: token.userId, name: token.name, scopes: 'all' }
  }

  /** Reads tokens again at their next use: those with these ids, or all. A token whose extension is under way is forgotten after it. */
  forget(ids: Iterable<string> | 'all'): void {
    this.#forgotten += 1
    const gone = ids === 'all' ? null : new Set(ids)
    for (const [key, { id }] of this.#cached)
      if ((!gone || gone.has(id)) && !this.#extending.has(id)) this.#cached.delete(key)
  }

  async #load(key: string): Promise<KnownToken | undefined> {
    const before = this.#forgotten
    const stored = await apiTokens.first(this.#service.reader, 'WHERE hash = ?', [key])
    if (!stored) return undefined
    const token = { ...stored, expiresMs: Date.parse(stored.expiresAt) }
    if (before === this.#forgotten) this.#cached.set(key, token)
    return token
  }

  /** Extends the token once a day: every use would be a write for every read. */
  #extend(token: KnownToken, nowMs: number): void {
    const end = nowMs + WINDOW_MS
    if (end - token.expiresMs < DAY_MS) return
    token.expiresMs = end
    const { id } = token
    this.#extending.set(id, (this.#extending.get(id) ?? 0) + 1)
    const extend = async (tx: Tx) => {
      const stored = await apiTokens.get(tx, id)
      if (stored) await apiTokens.update(tx, stored, { expiresAt: new Date(end).toISOString() })
    }
    this.#service
      .write(systemContext(), extend)
      // WHY errors are ignored: a file that cannot be written now must not fail a read; the next day tries again.
      .catch(() => {})
      .finally(() => this.#settleExtension(id))
  }

  #settleExtension(id: string): void {
    const others = (this.#extending.get(id) ?? 1) - 1
    if (others > 0) return void this.#extending.set(id, others)
    this.#extending.delete(id)
    this.forget([id])
  }
}
