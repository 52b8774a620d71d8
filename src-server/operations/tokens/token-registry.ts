import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apiTokens } from '#db/tables/api-tokens.ts'
import type { Service } from '../service/service.ts'
import { endAfter, TOKEN_WINDOW_MS } from './token-end.ts'
import { TokenCache } from './token-cache.ts'
import type { TokenHolder } from './token-holder.ts'

/** Recognizes API tokens by hash, from a cache after the first time, and notes that they are used. */
export class TokenRegistry {
  readonly #service: Service
  readonly #cache: TokenCache<TokenHolder>

  constructor(service: Service) {
    this.#service = service
    this.#cache = new TokenCache({ max: LIMITS.apiTokens, idOf: ({ id }) => id, load: (_, hash) => this.#load(hash) })
    service.onCommit((changes) => {
      if (changes.touches(apiTokens)) this.forget(changes.keysOf(apiTokens) ?? 'all')
    })
  }

  /** The holder of a token; null when it is unknown or has ended. */
  async recognize(value: string): Promise<TokenHolder | null> {
    const token = await this.#cache.get(value)
    return token && token.expiresMs > this.#service.clock() ? token : null
  }

  /** Whether a token works from an address. */
  admits({ network }: TokenHolder, address: string): boolean | Promise<boolean> {
    return network.connection === 'ANYWHERE' || this.#service.zones.admits(network, address)
  }

  /** Notes the use of a token, which ends later by that, and never sooner: a clock that was put back must not end it. @param address of the client */
  used(holder: TokenHolder, address: string): void {
    const { id } = holder
    const nowMs = this.#service.clock()
    holder.expiresMs = Math.max(holder.expiresMs, nowMs + TOKEN_WINDOW_MS)
    if (!this.#service.tokenUses.note(id, nowMs, address)) return
    const lastUsed = { time: new Date(nowMs).toISOString(), address }
    const note = async (tx: Tx) => {
      const stored = await apiTokens.get(tx, id)
      if (!stored) return
      const [end, known] = [endAfter(lastUsed.time), stored.expiresAt]
      await apiTokens.update(tx, stored, { lastUsed, expiresAt: end > known ? end : known })
    }
    // WHY errors are ignored: a file that cannot be written now must not fail a read; the next hour tries again.
    this.#service.write(systemContext(), note).catch(() => {})
  }

  /** Reads tokens again at their next use: those with these ids, or all. */
  forget(ids: Iterable<string> | 'all'): void {
    this.#cache.forget(ids)
  }

  async #load(hash: string): Promise<TokenHolder | null> {
    const stored = await apiTokens.findOne(this.#service.reader, { where: { hash } })
    if (!stored || (await this.#service.draft?.isRevoked(stored))) return null
    const { id, userId, name, network, expiresAt } = stored
    return {
      ...{ id, appId: null, boundTo: null, name, network, scopes: 'all', expiresMs: Date.parse(expiresAt) },
      holder: { kind: 'user', id: userId },
    }
  }
}
