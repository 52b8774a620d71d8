import { Op } from 'sequelize'
import { createHash } from 'node:crypto'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { IssuerId } from '../authorization-servers/issuer.ts'
import type { Service } from '../service/service.ts'
import { oauthRecords, type OAuthRecordRow } from '#db/tables/oauth-records.ts'

/** Rows of what has expired that one write takes away with it. */
const CLEARED_AT_ONCE = 500

/**
 * The id of a record: a hash of what it is, whose, and of the value by which it is asked for. So no value that lets its bearer in can
 * be read from the file, and one server never finds what another has given.
 */
export function recordId(server: IssuerId, model: string, value: string): string {
  return createHash('sha256')
    .update(JSON.stringify([server, model, value]))
    .digest('base64url')
}

/** What is kept of a record beside its ids and its times. */
type NewRecord = Pick<OAuthRecordRow, 'id' | 'model' | 'serverId' | 'payload'> &
  Partial<Pick<OAuthRecordRow, 'appId' | 'userId' | 'grantId' | 'uid' | 'userCode'>>

/** Keeps a record until it expires. @returns whether there was none of this id */
export function keepRecord(tx: Tx, record: NewRecord, expiresMs: number): Promise<boolean> {
  return oauthRecords.insertIfAbsent(tx, rowOf(tx, record, expiresMs))
}

/** As {@link keepRecord} for a new value. @throws Error if the file did not take it: what it stands for must not go out then */
export async function keepNewRecord(tx: Tx, record: NewRecord, expiresMs: number): Promise<void> {
  if (!(await keepRecord(tx, record, expiresMs))) throw new Error('a record with a new value was not stored')
}

function rowOf(tx: Tx, record: NewRecord, expiresMs: number) {
  const absent = { appId: null, userId: null, grantId: null, uid: null, userCode: null }
  const publicId = record.model === 'RefreshToken' ? tx.newId('refreshToken') : null
  return { ...absent, ...record, publicId, created: tx.now, expires: new Date(expiresMs).toISOString() }
}

/** Takes away what has expired, some at a time, so that others can write between. */
export async function clearExpired({ write }: Pick<Service, 'write'>): Promise<void> {
  let gone = CLEARED_AT_ONCE
  while (gone === CLEARED_AT_ONCE)
    gone = await write(systemContext(), async (tx) => {
      const expired = await oauthRecords.findAll(tx, {
        where: { expires: { [Op.lte]: tx.now } },
        limit: CLEARED_AT_ONCE,
      })
      for (const row of expired) await oauthRecords.remove(tx, row)
      return expired.length
    })
}

/** A record that has not expired. @param now ISO 8601 */
export function recordOf(reader: Reader, id: string, now: string): Promise<OAuthRecordRow | undefined> {
  return oauthRecords.findOne(reader, { where: { id, expires: { [Op.gt]: now } } })
}
