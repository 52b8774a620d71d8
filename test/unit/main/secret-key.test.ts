import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { secretKeyOf, type KeyStore } from '#main/host/secret-key.ts'
import { secretBoxOf } from '#db/secret-box.ts'
import { aVerifiedHook, allowLocalHooks, startEndpoint } from '../../helpers/endpoint.ts'
import { aFolder, startServer } from '../../helpers/server.ts'

/** A key store as that of a machine: what one sealed, another does not open. */
function aKeyStore(available = true): KeyStore {
  const box = Buffer.from(randomBytes(16).toString('hex'))
  return {
    isAvailable: () => available,
    seal: (text) => Buffer.concat([box, Buffer.from(text).map((byte) => byte ^ 0x5a)]),
    open: (sealed) => {
      if (!sealed.subarray(0, box.length).equals(box)) throw new Error('sealed elsewhere')
      return Buffer.from(sealed.subarray(box.length).map((byte) => byte ^ 0x5a)).toString('utf8')
    },
  }
}

let folder: string
let file: string
let dataFile: string
const warn = vi.fn()
beforeEach(async () => {
  folder = await aFolder()
  file = join(folder, 'profile/secret.key')
  dataFile = join(folder, 'org.sqlite')
  warn.mockClear()
})
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

describe('the key that seals secrets', () => {
  it('is made once for a profile, and stands nowhere in plain', async () => {
    const keyStore = aKeyStore()
    const key = await secretKeyOf({ keyStore, file, warn })
    expect(key).toHaveLength(32)
    expect(await secretKeyOf({ keyStore, file, warn })).toEqual(key)
    const bytes = await readFile(file)
    for (const form of ['base64', 'hex', 'base64url', 'latin1'] as const)
      expect(bytes.includes(Buffer.from(key ?? []).toString(form))).toBe(false)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await isThere(`${dataFile}.key`)).toBe(false)
    expect(warn).not.toHaveBeenCalled()
  })

  it('is left to a file beside the workspace where there is no key store worth the name', async () => {
    expect(await secretKeyOf({ keyStore: aKeyStore(false), file, warn })).toBeUndefined()
    expect(await isThere(file)).toBe(false)
  })

  it.each([
    ['was sealed by the key store of another machine', aKeyStore().seal('x')],
    ['is damaged', Buffer.from('nonsense')],
  ])('is not replaced where what is there %s', async (_, sealed) => {
    const keyStore = aKeyStore()
    await secretKeyOf({ keyStore, file, warn })
    await writeFile(file, sealed)
    expect(await secretKeyOf({ keyStore, file, warn })).toBeUndefined()
    expect(await readFile(file)).toEqual(sealed)
    expect(warn).toHaveBeenCalledOnce()
  })

  it('opens what it sealed in an earlier run', async () => {
    const parts = { keyStore: aKeyStore(), file, warn }
    const sealed = await secretBoxOf((await secretKeyOf(parts)) as Uint8Array).seal('hush', 'test')
    expect(await secretBoxOf((await secretKeyOf(parts)) as Uint8Array).open(sealed, 'test')).toBe('hush')
  })

  it('missing at a headless start costs the verification and no more: the desktop finds its secrets again', async () => {
    const given = { secretKey: (await secretKeyOf({ keyStore: aKeyStore(), file, warn })) as Uint8Array }
    const authScheme = { type: 'HEADER', key: 'Authorization', value: 'Bearer abc' }
    const over = (uri: string) => ({ channel: { config: { uri, authScheme } } })
    const endpoint = await startEndpoint()

    const desktop = await startServer({ dataFile, ...given })
    await allowLocalHooks(desktop.client)
    const first = { eventHookId: (await aVerifiedHook(desktop.client, endpoint, undefined, over(endpoint.url))).id }
    await desktop.stop()

    const headless = await startServer({ dataFile })
    expect((await headless.client.call('getEventHook', { params: first })).body.verificationStatus).toBe('UNVERIFIED')
    const refusal = await headless.client.refused('verifyEventHook', { params: first })
    expect(JSON.stringify(refusal)).toContain('key store')
    // What is sealed here has its key in a file beside the workspace, and the desktop opens both.
    const second = { eventHookId: (await aVerifiedHook(headless.client, endpoint, undefined, over(endpoint.url))).id }
    await headless.stop()
    expect(await isThere(`${dataFile}.key`)).toBe(true)

    const again = await startServer({ dataFile, ...given })
    for (const params of [first, second]) {
      expect((await again.client.call('verifyEventHook', { params })).body.verificationStatus).toBe('VERIFIED')
      expect(endpoint.received.at(-1)?.headers.authorization).toBe('Bearer abc')
    }
    // And what the desktop seals from now on, the headless service opens.
    const third = { eventHookId: (await aVerifiedHook(again.client, endpoint, undefined, over(endpoint.url))).id }
    await again.stop()
    const last = await startServer({ dataFile })
    const states = [second, third].map(async (params) => (await last.client.call('getEventHook', { params })).body)
    expect((await Promise.all(states)).map(({ verificationStatus }) => verificationStatus)).toEqual([
      'VERIFIED',
      'VERIFIED',
    ])
  })
})
