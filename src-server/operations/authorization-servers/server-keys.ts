import { SIGNING_KEY_DAYS } from '#contract/access/authorization-server.ts'
import type { ServerKeyStatus } from '#contract/access/server-key.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { serverKeys, type ServerKeyRecord } from '#db/tables/server-keys.ts'
import type { Service } from '../service/service.ts'
import { newPair } from '../signing-keys/certificates.ts'
import type { IssuerId } from './issuer.ts'
import { newKid } from './signing-key.ts'

const DAY_MS = 86_400_000
const ORDER: readonly ServerKeyStatus[] = ['ACTIVE', 'NEXT', 'EXPIRED']

type KeyService = Pick<Service, 'reader' | 'write' | 'secretBox' | 'store' | 'clock'>

/** A key that is in no file yet, its private half sealed. */
type SealedKey = Pick<ServerKeyRecord, 'n' | 'e' | 'privateKey'>

/** The half that signs, opened; for the memory of the service only. */
export interface SigningJwk {
  kid: string
  jwk: JsonWebKey
}

/** What a private half is sealed for. WHY its modulus: the name of a key is told only when it is written. */
const purposeOf = (n: string) => `server-key ${n.slice(0, 64)}`

async function makeKey(box: SecretBox): Promise<SealedKey> {
  const { privateKey } = await newPair()
  const jwk = await crypto.subtle.exportKey('jwk', privateKey)
  const { n = '', e = '' } = jwk
  return { n, e, privateKey: await box.seal(JSON.stringify(jwk), purposeOf(n)) }
}

const readKeys = (reader: Reader, server: IssuerId) => serverKeys.findAll(reader, { where: { serverId: server } })

const find = (keys: readonly ServerKeyRecord[], status: ServerKeyStatus) => keys.find((key) => key.status === status)

/** When the key that signs is due to be followed by the next one; null where that waits for somebody to ask. */
export function nextRotation({
  signingRotated,
  signingRotation,
}: Pick<AuthorizationServerRecord, 'signingRotated' | 'signingRotation'>): string | null {
  if (signingRotation === 'MANUAL') return null
  return new Date(Date.parse(signingRotated) + SIGNING_KEY_DAYS * DAY_MS).toISOString()
}

function isDue(active: ServerKeyRecord, server: AuthorizationServerRecord | undefined, nowMs: number): boolean {
  const due = server
    ? nextRotation(server)
    : nextRotation({ signingRotated: active.lastUpdated, signingRotation: 'AUTO' })
  return due !== null && Date.parse(due) <= nowMs
}

/** What is missing of the keys of a server now. */
async function missing(service: KeyService, reader: Reader, server: IssuerId) {
  const keys = await readKeys(reader, server)
  const record = server === null ? undefined : await authorizationServers.require(reader, server)
  const active = find(keys, 'ACTIVE')
  const lacks: ServerKeyStatus | 'rotation' | null = !active
    ? 'ACTIVE'
    : !find(keys, 'NEXT')
      ? 'NEXT'
      : isDue(active, record, service.clock())
        ? 'rotation'
        : null
  return { keys, record, lacks }
}

/** The public halves of some keys, as JSON web keys by which tokens are verified. */
export const publicJwks = (keys: readonly ServerKeyRecord[]) => ({
  keys: keys.map(({ kid, n, e }) => ({ kty: 'RSA', alg: 'RS256', kid, use: 'sig', e, n })),
})

/** Keys that are being made, by their servers. */
const underWay = new WeakMap<Service['store'], Map<IssuerId, Promise<void>>>()

/**
 * The keys of a server: the one that signs, the next, and the one before, as far as there was one. Makes those that nothing has needed
 * until now, and lets the next one sign when that is due: writes of the service's own. WHY those who come meanwhile wait for the same
 * keys: they are read without a token, and making keys takes the threads that read the file.
 * @throws ApiError E0000007
 */
export async function keysOfServer(service: KeyService, server: IssuerId): Promise<ServerKeyRecord[]> {
  const { keys, lacks } = await missing(service, service.reader, server)
  if (lacks === null) return keys.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  const making = underWay.get(service.store) ?? new Map<IssuerId, Promise<void>>()
  underWay.set(service.store, making)
  const made = making.get(server) ?? addMissing(service, server).finally(() => making.delete(server))
  making.set(server, made)
  await made
  return keysOfServer(service, server)
}

async function addMissing(service: KeyService, server: IssuerId): Promise<void> {
  const key = await makeKey(service.secretBox)
  await service.write(systemContext(), async (tx) => {
    const { keys, record, lacks } = await missing(service, tx, server)
    if (lacks === 'rotation') await rotate(tx, { keys, record }, key)
    else if (lacks)
      await insert(tx, server, { kid: (lacks === 'ACTIVE' && record?.signingKid) || newKid() }, lacks, key)
  })
}

const insert = (tx: Tx, serverId: IssuerId, { kid }: { kid: string }, status: ServerKeyStatus, key: SealedKey) =>
  serverKeys.insert(tx, { kid, serverId, status, ...key, created: tx.now, lastUpdated: tx.now })

interface KeysOf {
  keys: readonly ServerKeyRecord[]
  record: AuthorizationServerRecord | undefined
}

const rolloverOf = (record: AuthorizationServerRecord | undefined) =>
  record ? ('app.oauth2.as.key.rollover' as const) : ('app.oauth2.key.rollover' as const)

/** Lets a key sign in place of the one that did, which goes on to verify what it has signed. */
async function promote(tx: Tx, { keys, record }: KeysOf, kid: string): Promise<void> {
  const [active, expired] = [find(keys, 'ACTIVE'), find(keys, 'EXPIRED')]
  if (expired) await serverKeys.remove(tx, expired)
  if (active) await serverKeys.update(tx, active, { status: 'EXPIRED', lastUpdated: tx.now })
  if (record) await authorizationServers.update(tx, record, { signingKid: kid, signingRotated: tx.now })
  const details = changeDetails({ kid: active?.kid }, { kid })
  const targets = record ? [targetOf('authorizationServer', record, details)] : []
  tx.record({ type: rolloverOf(record), targets, debugData: { kid } })
}

async function rotate(tx: Tx, { keys, record }: KeysOf, key: SealedKey): Promise<void> {
  const next = find(keys, 'NEXT')
  if (!next) return
  await promote(tx, { keys, record }, next.kid)
  await serverKeys.update(tx, next, { status: 'ACTIVE', lastUpdated: tx.now })
  await insert(tx, record?.id ?? null, { kid: newKid() }, 'NEXT', key)
}

/** Lets the next key of a server sign at once. @param write in the name of who asks @throws ApiError E0000007 */
export async function rotateServerKey(
  service: KeyService,
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  server: string,
): Promise<ServerKeyRecord[]> {
  await keysOfServer(service, server)
  const key = await makeKey(service.secretBox)
  await write(async (tx) => {
    const record = await authorizationServers.require(tx, server)
    tx.authorize(rolloverOf(record), [targetOf('authorizationServer', record)])
    await rotate(tx, { keys: await readKeys(tx, server), record }, key)
  })
  return keysOfServer(service, server)
}

/**
 * The key that signs for a server, ready to be used. One that cannot be opened, because what sealed it is gone, is replaced at once:
 * a server that cannot sign would give no token any more.
 */
export async function signingKeyOf(service: KeyService, server: IssuerId): Promise<SigningJwk> {
  const active = find(await keysOfServer(service, server), 'ACTIVE') as ServerKeyRecord
  const text = await service.secretBox.open(active.privateKey, purposeOf(active.n))
  if (text !== null) return { kid: active.kid, jwk: JSON.parse(text) as JsonWebKey }
  const key = await makeKey(service.secretBox)
  await service.write(systemContext(), async (tx) => {
    const { keys, record } = await missing(service, tx, server)
    if (find(keys, 'ACTIVE')?.kid !== active.kid) return
    const kid = newKid()
    await promote(tx, { keys, record }, kid)
    await insert(tx, server, { kid }, 'ACTIVE', key)
  })
  return signingKeyOf(service, server)
}
