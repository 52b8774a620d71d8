import { sqlCondition } from '#db/tables/table.ts'
import { randomUUID } from 'node:crypto'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, policyResourceTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { signingKeys, type SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { readBase64 } from './certificates.ts'
import { alreadyThere } from './keys.ts'
import { readProvidersTrustedBy } from './trust-keys.sql.ts'

/** All that identity providers are trusted by has one owner, the organization. */
const OWNER = 'trust'

/** The certificates that identity providers are trusted by, the oldest first. */
export async function listTrustKeys(reader: Reader): Promise<SigningKeyRecord[]> {
  const { condition } = reader.visible('read', 'identityProvider')
  return signingKeys.findAll(reader, {
    where: { ownerId: OWNER, ...sqlCondition(condition) },
    order: ['created', 'kid'],
  })
}

/** @throws ApiError E0000007 */
export async function requireTrustKey(reader: Reader, kid: string): Promise<SigningKeyRecord> {
  const key = await signingKeys.get(reader, OWNER, kid)
  if (!key) throw notFound(kid, 'IdpTrust')
  return key
}

/** Whether there is such a certificate. */
export async function isTrustKey(reader: Reader, kid: string): Promise<boolean> {
  return (await signingKeys.get(reader, OWNER, kid)) !== undefined
}

const targetOf = ({ kid, fingerprint, expiresAt }: SigningKeyRecord, isThere: boolean) => {
  const key = { certificate: { kid, 'x5t#S256': fingerprint, expiresAt } }
  return policyResourceTarget('IdpTrust', { id: kid, name: kid }, changeDetails(isThere ? {} : key, isThere ? key : {}))
}

/**
 * Adds a certificate. An expired one is taken: providers are often behind with theirs.
 * @param x5c DER as base64; the first one counts @returns its name
 * @throws ApiError E0000001 for what is none, E0000096 for one that is there
 */
export async function addTrustKey(tx: Tx, [x5c = '']: readonly string[]): Promise<string> {
  tx.authorize('pki.cert.bind', [], 'never')
  const certificate = readBase64(x5c)
  if (!certificate) throw invalid('x5c[0]', 'is not the certificate of an RSA key, DER as base64')
  const { validFrom: _from, subject: _subject, ...key } = certificate
  const same = await signingKeys.findOne(tx, { where: { ownerId: OWNER, fingerprint: key.fingerprint } })
  if (same) throw alreadyThere(same.kid)
  if ((await signingKeys.count(tx, { ownerId: OWNER })) >= LIMITS.trustKeys)
    throw invalid('x5c', `there can be ${LIMITS.trustKeys} certificates; delete one first`)
  const stamp = { created: tx.now, lastUpdated: tx.now }
  const record = { ...key, ...stamp, ownerId: OWNER, ownerKind: 'trust', kid: randomUUID(), privateKey: null } as const
  await signingKeys.insert(tx, record)
  tx.record({ type: 'pki.cert.bind', targets: [targetOf(record, true)] })
  return record.kid
}

/** Providers that an error names. */
const NAMED = 5

/** @throws ApiError E0000120 while a provider is trusted by it */
export async function removeTrustKey(tx: Tx, kid: string): Promise<void> {
  const key = await requireTrustKey(tx, kid)
  tx.authorize('pki.cert.lifecycle.delete', [targetOf(key, false)])
  const users = await readProvidersTrustedBy(tx, kid, NAMED)
  if (users.length > 0)
    throw new ApiError('E0000120', {
      causes: users.map(({ name }) => ({ errorSummary: `${name} is trusted by this certificate` })),
    })
  await signingKeys.remove(tx, key)
  tx.record({ type: 'pki.cert.lifecycle.delete', targets: [targetOf(key, false)] })
}
