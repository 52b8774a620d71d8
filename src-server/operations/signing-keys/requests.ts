import { randomBytes } from 'node:crypto'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { CertificateRequestWrite } from '#contract/credentials/signing-key.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { certificateRequests, type CertificateRequestRecord } from '#db/tables/signing-keys.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { makeRequest, readCertificateFile, type MadeRequest } from './certificates.ts'
import { addPublishedKey, alreadyThere, signingKeyPurpose } from './keys.ts'
import { KEY_OWNERS, type KeyOwner, type SigningOwnerKind } from './owners.ts'

const DAY_MS = 86_400_000
/** A certificate that is published has to be valid for so much longer (spec/4 §2.3). */
const LEAST_DAYS = 90

/** A request that is in no file yet, its private half sealed. */
type SealedRequest = MadeRequest

/** Makes a key and a request for its certificate; before the transaction that they are for, because that takes long. */
export async function prepareRequest(box: SecretBox, body: CertificateRequestWrite): Promise<SealedRequest> {
  const { privateKey, ...made } = await makeRequest(body)
  return { ...made, privateKey: await box.seal(privateKey, signingKeyPurpose(made.n)) }
}

const awaitedBy = (ownerId: string) => ({ ownerId, publishedKid: null })

/** The requests of an owner whose certificates are awaited, the oldest first. */
export async function listRequests(reader: Reader, { id, kind }: Pick<KeyOwner, 'id' | 'kind'>) {
  const condition = reader.visible('read', KEY_OWNERS[kind].listed).on('owner_id')
  return certificateRequests.findAll(reader, {
    where: { ...awaitedBy(id), ...sqlCondition(condition) },
    order: ['created', 'id'],
  })
}

const find = (reader: Reader, ownerId: string, id: string) =>
  certificateRequests.findOne(reader, { where: { id, ownerId } })

/** @throws ApiError E0000007, also for one whose certificate is published */
export async function requireRequest(reader: Reader, ownerId: string, id: string): Promise<CertificateRequestRecord> {
  const request = await find(reader, ownerId, id)
  if (!request || request.publishedKid !== null) throw notFound(id, 'CertificateSigningRequest')
  return request
}

/**
 * The owner that a request is to be made for, as `ownerWithRoom` has it for keys.
 * @throws ApiError E0000001 where there is no room
 */
export async function ownerWithRoomForRequest(tx: Tx, kind: SigningOwnerKind, ownerId: string): Promise<KeyOwner> {
  const owner = await KEY_OWNERS[kind].require(tx, ownerId)
  tx.authorize(KEY_OWNERS[kind].events.request, owner.targets())
  owner.assertOwn()
  if ((await certificateRequests.count(tx, awaitedBy(ownerId))) >= LIMITS.signingKeys)
    throw invalid('csr', `there can be ${LIMITS.signingKeys} requests for certificates; delete one first`)
  return owner
}

/** @returns its id */
export async function addRequest(
  tx: Tx,
  kind: SigningOwnerKind,
  ownerId: string,
  request: SealedRequest,
): Promise<string> {
  const owner = await ownerWithRoomForRequest(tx, kind, ownerId)
  const id = randomBytes(32).toString('base64url')
  await certificateRequests.insert(tx, { id, ownerKind: kind, ownerId, ...request, created: tx.now })
  const details = changeDetails({}, { certificateRequest: { id, csr: request.csr } })
  const type = KEY_OWNERS[kind].events.request
  tx.record({ type, targets: owner.targets(details), debugData: { csrId: id } })
  return id
}

/** Deletes a request with the private half of its key. */
export async function removeRequest(tx: Tx, kind: SigningOwnerKind, ownerId: string, id: string): Promise<void> {
  const owner = await KEY_OWNERS[kind].require(tx, ownerId)
  const event = KEY_OWNERS[kind].events.revoke
  tx.authorize(event, owner.targets())
  const request = await requireRequest(tx, ownerId, id)
  await certificateRequests.remove(tx, request)
  const details = changeDetails({ certificateRequest: { id, csr: request.csr } }, {})
  tx.record({ type: event, targets: owner.targets(details), debugData: { csrId: id } })
}

/**
 * Makes the certificate of a request, with the private half that was kept for it, a signing key. The request is seen no more then.
 * @param file PEM, base64 or DER
 * @returns the name of the key
 * @throws ApiError E0000001 for what is not its certificate or is not valid for long enough, E0000096 where it was published before
 */
export async function publishCertificate(
  tx: Tx,
  kind: SigningOwnerKind,
  { ownerId, id, file }: { ownerId: string; id: string; file: Uint8Array },
): Promise<string> {
  const owner = await KEY_OWNERS[kind].require(tx, ownerId)
  tx.authorize(KEY_OWNERS[kind].events.publish, owner.targets(), 'well-formed')
  const request = await find(tx, ownerId, id)
  if (!request) throw notFound(id, 'CertificateSigningRequest')
  if (request.publishedKid !== null || request.privateKey === null) throw alreadyThere(request.publishedKid ?? id)
  const certificate = readCertificateFile(file)
  if (!certificate) throw refused('is not a certificate of an RSA key: PEM, base64 or DER')
  if (certificate.n !== request.n || certificate.e !== request.e)
    throw refused('is the certificate of another key than that of the request')
  assertValid(certificate, Date.parse(tx.now))
  const { validFrom: _from, subject: _subject, ...key } = certificate
  const kid = await addPublishedKey(tx, owner, { ...key, privateKey: request.privateKey })
  await certificateRequests.update(tx, request, { privateKey: null, publishedKid: kid })
  return kid
}

const refused = (why: string) => invalid('certificate', why)

function assertValid({ validFrom, expiresAt }: { validFrom: string; expiresAt: string }, now: number): void {
  if (Date.parse(validFrom) > now) throw refused(`is not valid before ${validFrom}`)
  if (Date.parse(expiresAt) <= now) throw refused(`has not been valid since ${expiresAt}`)
  if (Date.parse(expiresAt) < now + LEAST_DAYS * DAY_MS)
    throw refused(`is valid for less than ${LEAST_DAYS} days, until ${expiresAt}`)
}
