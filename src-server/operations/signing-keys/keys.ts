import { sqlCondition } from '#db/tables/table.ts'
import { randomBytes } from 'node:crypto'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { signingKeys, type SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { readOrganization } from '../organization/organization.ts'
import type { Service } from '../service/service.ts'
import { firstKidOf } from './first-kid.ts'
import { makeKey, type KeyCertificate, type MadeKey } from './certificates.ts'
import { assertWithin } from '../service/within-limits.ts'
import { KEY_OWNERS, type KeyOwner, type SigningOwnerKind } from './owners.ts'

/** Years for which the interface makes a key where nothing is said (spec/5 §8.7). */
const USUAL_YEARS = 10

/** What the private half of a key is sealed for. WHY its modulus: a key that another application is given stays sealed as it is. */
export const signingKeyPurpose = (n: string) => `signing-key ${n.slice(0, 64)}`

/** A new name of a key, 43 characters. */
const newKid = () => randomBytes(32).toString('base64url')

/** A key that is in no file yet, its private half sealed. */
type SealedKey = KeyCertificate & { privateKey: string }

/** Makes a key; before the transaction that it is for, because that takes long. @param years 2 to 10 */
export async function prepareKey(
  service: Pick<Service, 'reader' | 'secretBox' | 'clock'>,
  years: number = USUAL_YEARS,
): Promise<SealedKey> {
  const { subdomain, name } = await readOrganization(service.reader)
  // Certificates know no fractions of seconds.
  const now = new Date(Math.floor(service.clock() / 1_000) * 1_000)
  return sealKey(service.secretBox, await makeKey({ commonName: subdomain, organization: name }, now, years))
}

async function sealKey(box: SecretBox, { privateKey, ...key }: MadeKey): Promise<SealedKey> {
  return { ...key, privateKey: await box.seal(privateKey, signingKeyPurpose(key.n)) }
}

/** The keys of an owner, the oldest first. */
export async function listKeys(reader: Reader, { id, kind }: Pick<KeyOwner, 'id' | 'kind'>) {
  const condition = reader.visible('read', KEY_OWNERS[kind].listed).on('owner_id')
  return signingKeys.findAll(reader, { where: { ownerId: id, ...sqlCondition(condition) }, order: ['created', 'kid'] })
}

/** @throws ApiError E0000007 */
export async function requireKey(reader: Reader, ownerId: string, kid: string): Promise<SigningKeyRecord> {
  const key = await signingKeys.get(reader, ownerId, kid)
  if (!key) throw notFound(kid, 'JsonWebKey')
  return key
}

/** Whether an owner has a key, made or, from the start, about to be. */
export async function hasKey(reader: Reader, owner: Pick<KeyOwner, 'id' | 'hasFirstKey'>, kid: string) {
  if (owner.hasFirstKey && kid === firstKidOf(owner.id)) return true
  return (await signingKeys.get(reader, owner.id, kid)) !== undefined
}

/** What events say of a key. */
const told = ({ kid, expiresAt, fingerprint }: Pick<SigningKeyRecord, 'kid' | 'expiresAt' | 'fingerprint'>) => ({
  kid,
  expiresAt,
  'x5t#S256': fingerprint,
})

/** First keys that are being made, by the ids of their owners. */
const firstKeys = new WeakMap<Service['store'], Map<string, Promise<void>>>()

/**
 * Makes the key that an owner has from the start, where nothing has needed it until now: a write of its own, by the service. WHY those
 * who come meanwhile wait for the same one: metadata is read without a token, and making keys takes the threads that read the file.
 */
export async function ensureFirstKey(service: Service, owner: Pick<KeyOwner, 'kind' | 'id'>): Promise<void> {
  if (await signingKeys.get(service.reader, owner.id, firstKidOf(owner.id))) return
  const underWay = firstKeys.get(service.store) ?? new Map<string, Promise<void>>()
  firstKeys.set(service.store, underWay)
  const making = underWay.get(owner.id) ?? makeFirstKey(service, owner).finally(() => underWay.delete(owner.id))
  underWay.set(owner.id, making)
  return making
}

async function makeFirstKey(service: Service, { kind, id }: Pick<KeyOwner, 'kind' | 'id'>): Promise<void> {
  const key = await prepareKey(service)
  await service.write(systemContext(), async (tx) => {
    const owner = await KEY_OWNERS[kind].require(tx, id)
    await insertKey(tx, owner, key, firstKidOf(id), 'generate')
  })
}

/** Inserts a key unless it is there. */
async function insertKey(
  tx: Tx,
  owner: KeyOwner,
  key: KeyCertificate & { privateKey: string | null },
  kid: string,
  act: 'generate' | 'clone' | 'publish',
): Promise<boolean> {
  const record = {
    ...{ ownerId: owner.id, ownerKind: owner.kind, kid },
    ...{ n: key.n, e: key.e, certificate: key.certificate, fingerprint: key.fingerprint, expiresAt: key.expiresAt },
    ...{ privateKey: key.privateKey, created: tx.now, lastUpdated: tx.now },
  }
  const isNew = await signingKeys.insertIfAbsent(tx, record)
  if (isNew) {
    const details = changeDetails({}, { signingKey: told(record) })
    tx.record({ type: KEY_OWNERS[owner.kind].events[act], targets: owner.targets(details), debugData: { kid } })
  }
  return isNew
}

async function assertRoom(tx: Tx, { id }: KeyOwner): Promise<void> {
  if ((await signingKeys.count(tx, { ownerId: id })) >= LIMITS.signingKeys)
    throw invalid('kid', `there can be ${LIMITS.signingKeys} signing keys; there are as many`)
}

/**
 * The owner that a key is to be made for. WHY also before it is made: making one takes long, and must not be had for a refusal.
 * @throws ApiError E0000001 where there is no room
 */
export async function ownerWithRoom(tx: Tx, kind: SigningOwnerKind, ownerId: string): Promise<KeyOwner> {
  const owner = await KEY_OWNERS[kind].require(tx, ownerId)
  tx.authorize(KEY_OWNERS[kind].events.generate, owner.targets())
  owner.assertOwn()
  await assertRoom(tx, owner)
  return owner
}

/** Gives an owner one more key; it goes on signing with the one that it has. @returns the name of the key */
export async function addKey(tx: Tx, kind: SigningOwnerKind, ownerId: string, key: SealedKey): Promise<string> {
  const owner = await ownerWithRoom(tx, kind, ownerId)
  const kid = newKid()
  await insertKey(tx, owner, key, kid, 'generate')
  return kid
}

/** Gives an owner the key that the certificate of its request is for. @throws ApiError E0000096 where it has that key */
export async function addPublishedKey(tx: Tx, owner: KeyOwner, key: SealedKey): Promise<string> {
  const same = await signingKeys.findOne(tx, { where: { ownerId: owner.id, n: key.n } })
  if (same) throw alreadyThere(same.kid)
  await assertRoom(tx, owner)
  const kid = newKid()
  await insertKey(tx, owner, key, kid, 'publish')
  return kid
}

/** Gives another owner of the same kind the same key, under its name. @throws ApiError E0000096 where that has it */
export async function cloneKey(
  tx: Tx,
  kind: SigningOwnerKind,
  { ownerId, kid, targetId }: { ownerId: string; kid: string; targetId: string },
): Promise<void> {
  if (kind === 'app') await assertWithin(tx, 'app', targetId, 'svc.apps.manage')
  const [owner, target] = [await KEY_OWNERS[kind].require(tx, ownerId), await KEY_OWNERS[kind].require(tx, targetId)]
  tx.authorize(KEY_OWNERS[kind].events.clone, [...owner.targets(), ...target.targets()])
  target.assertOwn()
  const key = await requireKey(tx, owner.id, kid)
  if (await hasKey(tx, target, kid)) throw alreadyThere(kid)
  await assertRoom(tx, target)
  await insertKey(tx, target, key, kid, 'clone')
}

export const alreadyThere = (kid: string) => new ApiError('E0000096', { values: { kid } })
/** The private half, PKCS #8 as base64; null where there is none, or what sealed it is gone. */
export async function openPrivateKey(
  box: SecretBox,
  { privateKey, n }: Pick<SigningKeyRecord, 'privateKey' | 'n'>,
): Promise<string | null> {
  return privateKey === null ? null : box.open(privateKey, signingKeyPurpose(n))
}
