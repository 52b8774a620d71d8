import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { appTarget, targetOf } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import type { IssuerId } from '#operations/authorization-servers/issuer.ts'
import { keepRecord, recordId, recordOf } from '#operations/oauth/records.ts'
import type { OAuthService } from './known.ts'
import { clientMetadata } from './client-metadata.ts'
import type { Issuer, OAuthRequest } from './request.ts'

type StorageService = Pick<OAuthService, 'known' | 'reader' | 'write' | 'now' | 'clock'>

interface StorageOptions {
  /** What is kept, by the library's name of it. */
  model: string
  /** By which the edge tells the library that it has recognized a client. */
  clientSecret: string
  /** The request that the library is at. */
  current: () => OAuthRequest | undefined
}

/** What counts once, for who comes first. */
const ONCE: ReadonlySet<string> = new Set(['ReplayDetection'])
/** What is revoked by its client with an event. */
const TOKENS: ReadonlySet<string> = new Set(['AccessToken', 'ClientCredentials'])

/**
 * What the library keeps and finds again, of one issuer and one kind. Clients are the applications; all else is on record until it
 * expires, by a hash of its value, and without the value itself.
 */
export class Storage implements Adapter {
  readonly #service: StorageService
  readonly #server: Issuer['server']
  readonly #issuer: IssuerId
  readonly #model: string
  readonly #options: StorageOptions

  constructor(service: StorageService, { server }: Issuer, options: StorageOptions) {
    this.#service = service
    this.#server = server
    this.#issuer = server?.id ?? null
    this.#model = options.model
    this.#options = options
  }

  #idOf(value: string): string {
    return recordId(this.#issuer, this.#model, value)
  }

  async upsert(value: string, { jti: _value, ...payload }: AdapterPayload, expiresInS: number): Promise<void> {
    const { grantId = null, uid = null, userCode = null } = payload
    const row = {
      ...{ id: this.#idOf(value), model: this.#model, serverId: this.#issuer },
      ...{ grantId, uid, userCode, payload: { ...payload } },
    }
    const isFirst = await this.#service.write(systemContext(), async (tx) => {
      if (!ONCE.has(this.#model)) await oauthRecords.remove(tx, { id: row.id })
      return keepRecord(tx, row, this.#service.clock() + expiresInS * 1_000)
    })
    // The library looks before it writes; two who come at once have both seen nothing.
    if (!isFirst) throw new errors.InvalidDpopProof('the DPoP proof was used before')
  }

  async find(value: string): Promise<AdapterPayload | undefined> {
    if (this.#model === 'Client') {
      const app = await this.#service.known.client(value)
      return app && app.status === 'ACTIVE' ? clientMetadata(app, this.#options.clientSecret) : undefined
    }
    const record = await recordOf(this.#service.reader, this.#idOf(value), this.#service.now())
    return record && { ...record.payload, jti: value }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first('uid', uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#first('user_code', userCode)
  }

  async #first(column: 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const condition = `WHERE ${column} = ? AND model = ? AND server_id IS ? AND expires > ?`
    const params = [value, this.#model, this.#issuer, this.#service.now()]
    return (await oauthRecords.first(this.#service.reader, condition, params))?.payload
  }

  async consume(value: string): Promise<void> {
    await this.#service.write(systemContext(), async (tx) => {
      const record = await recordOf(tx, this.#idOf(value), tx.now)
      if (!record) return
      const consumed = Math.floor(this.#service.clock() / 1_000)
      await oauthRecords.update(tx, record, { payload: { ...record.payload, consumed } })
    })
  }

  async destroy(value: string): Promise<void> {
    const client = this.#options.current()?.client
    const server = this.#server
    await this.#service.write(this.#options.current()?.context ?? systemContext(), async (tx) => {
      const isGone = await oauthRecords.remove(tx, { id: this.#idOf(value) })
      if (!isGone || !client || !TOKENS.has(this.#model)) return
      tx.record({
        type: server ? 'app.oauth2.as.token.revoke' : 'app.oauth2.token.revoke',
        targets: [appTarget(client.app), ...(server ? [targetOf('authorizationServer', server)] : [])],
        debugData: { jti: value },
      })
    })
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#service.write(systemContext(), async (tx) => {
      const records = await oauthRecords.all(tx, 'WHERE grant_id = ? AND model = ?', [grantId, this.#model])
      for (const record of records) await oauthRecords.remove(tx, record)
    })
  }
}
