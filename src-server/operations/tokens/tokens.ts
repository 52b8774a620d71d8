import { hash } from 'node:crypto'
import { newId, randomText } from '../../db/ids.ts'
import type { Act, Service } from '../service.ts'

const DAY_MS = 86_400_000
/** A token ends this long after its last use (spec/4 §2.5). */
const WINDOW_MS = 30 * DAY_MS

/** What a presented token stands for. */
export interface TokenHolder {
  id: string
  userId: string
  name: string
}

interface TokenRow extends StoredToken {
  expiresMs: number
}

interface StoredToken {
  id: string
  name: string
  hash: string
  user_id: string
  expires_at: string
}

export function hashToken(value: string): string {
  return hash('sha256', value)
}

/** A new token's value: 42 characters, as clients of the interface expect. */
export function newTokenValue(): string {
  return `00${randomText(40)}`
}

/** Makes a token; only its hash is stored. */
export function createToken(service: Service, act: Act, value: string, name: string, userId: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const id = newId('apiToken')
      await service.store.models.ApiToken.create(
        {
          id,
          name,
          hash: hashToken(value),
          userId,
          created: unit.now,
          lastUpdated: unit.now,
          expiresAt: new Date(Date.parse(unit.now) + WINDOW_MS).toISOString(),
        },
        { transaction: unit.transaction },
      )
      const target = { id, type: 'Token', alternateId: null, displayName: name, detailEntry: null }
      unit.record({ type: 'system.api_token.create', targets: [target] })
    },
    { changes: [] },
  )
}

/** Recognizes tokens by hash, from memory after the first time, and keeps those in use alive. */
export class TokenRegistry {
  readonly #service: Service
  readonly #known = new Map<string, TokenRow>()

  constructor(service: Service) {
    this.#service = service
  }

  /** Whom a token's value stands for; null when it is unknown or has ended. */
  async recognize(value: string): Promise<TokenHolder | null> {
    const key = hashToken(value)
    const row = this.#known.get(key) ?? (await this.#load(key))
    if (!row) return null
    const nowMs = this.#service.clock()
    if (row.expiresMs <= nowMs) return null
    this.#extend(row, nowMs)
    return { id: row.id, userId: row.user_id, name: row.name }
  }

  async #load(key: string): Promise<TokenRow | undefined> {
    const sql = 'SELECT id, name, hash, user_id, expires_at FROM api_tokens WHERE hash = ?'
    const stored = await this.#service.store.read.first<StoredToken>(sql, [key])
    if (!stored) return undefined
    const row = { ...stored, expiresMs: Date.parse(stored.expires_at) }
    this.#known.set(key, row)
    return row
  }

  /** Slides the end once a day: every use would be a write for every read. */
  #extend(row: TokenRow, nowMs: number): void {
    const end = nowMs + WINDOW_MS
    if (end - row.expiresMs < DAY_MS) return
    row.expiresMs = end
    this.#service.store
      .write(({ statements }) =>
        statements.run('UPDATE api_tokens SET expires_at = ? WHERE id = ?', [new Date(end).toISOString(), row.id]),
      )
      .catch(() => {
        // WHY ignored: a read-only moment must not fail a read; the next day tries again.
      })
  }
}
