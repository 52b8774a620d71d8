import type { Adapter, AdapterPayload } from 'oidc-provider'
import { systemContext } from '#audit-log/request-context.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { clientWithId } from '#operations/apps/clients.ts'
import type { IssuerId } from '#operations/authorization-servers/issuer.ts'
import { keepRecord, recordId, recordOf } from '#operations/oauth/records.ts'
import type { Service } from '#operations/service.ts'
import { clientMetadata } from './client-metadata.ts'

type StorageService = Pick<Service, 'reader' | 'write' | 'now' | 'clock'>

/**
 * What the library keeps and finds again, of one issuer and one kind. Clients are the applications; all else is on record until it
 * expires, by a hash of its value, and without the value itself.
 */
export class Storage implements Adapter {
  readonly #service: StorageService
  readonly #issuer: IssuerId
  readonly #model: string
  readonly #clientSecret: string

  /** @param clientSecret by which the edge tells the library that it has recognized a client */
  constructor(
    service: StorageService,
    issuer: IssuerId,
    { model, clientSecret }: { model: string; clientSecret: string },
  ) {
    this.#service = service
    this.#issuer = issuer
    this.#model = model
    this.#clientSecret = clientSecret
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
    await this.#service.write(systemContext(), async (tx) => {
      await oauthRecords.remove(tx, { id: row.id })
      await keepRecord(tx, row, this.#service.clock() + expiresInS * 1_000)
    })
  }

  async find(value: string): Promise<AdapterPayload | undefined> {
    if (this.#model === 'Client') {
      const app = await clientWithId(this.#service.reader, value)
      return app && app.status === 'ACTIVE' ? clientMetadata(app, this.#clientSecret) : undefined
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
    await this.#service.write(systemContext(), (tx) => oauthRecords.remove(tx, { id: this.#idOf(value) }))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#service.write(systemContext(), async (tx) => {
      const records = await oauthRecords.all(tx, 'WHERE grant_id = ? AND model = ?', [grantId, this.#model])
      for (const record of records) await oauthRecords.remove(tx, record)
    })
  }
}
