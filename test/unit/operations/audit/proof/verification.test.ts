import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '#verifier/public-key.ts'
import type { Client } from '../../../../helpers/client.ts'
import { eventually } from '../../../../helpers/endpoint.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'
import { verifiedLog } from '../../../../helpers/verified-log.ts'

const read = async ({ call }: Client) => (await call('getLogVerification')).body

/** Waits until the service has sealed what is there, which it does at its start. */
const sealed = ({ dataFile }: TestServer) =>
  eventually(() =>
    withDatabase(dataFile, async (file) => expect(await file.first('SELECT 1 FROM log_seals')).toBeDefined()),
  )

describe('verifying the log of a running service', () => {
  it('says that there was none, then proves the log, up to a seal by the key that it names', async () => {
    const server = await startServer()
    const { client, make } = server
    await make.aGroup()
    expect(await read(client)).toMatchObject({ state: 'NONE', started: null, sealed: null })
    await sealed(server)
    const { body: key } = await client.call('getLogKey')
    expect(fingerprintOf(createPublicKey(key.publicKey))).toBe(key.fingerprint)

    const changes = Array.from({ length: 20 }, () => make.aGroup())
    const result = await verifiedLog({ client })
    expect(result).toMatchObject({ state: 'SOUND', violation: null, problem: null, removed: 0 })
    expect(result.checked).toBe(result.total)
    expect(result.sealed).toMatchObject({ fingerprint: key.fingerprint })
    await Promise.all(changes)
    expect((await verifiedLog({ client })).checked).toBeGreaterThanOrEqual(result.checked)
  })

  it(
    'runs once at a time, can be given up and begun again, and ends with the service',
    { timeout: 120_000 },
    async () => {
      const server = await startServer({ sample: true })
      const { client } = server
      const first = (await client.call('startLogVerification')).body
      expect(first.state).toBe('RUNNING')
      expect((await client.call('startLogVerification')).body.started).toBe(first.started)
      await client.call('cancelLogVerification')
      const given = await read(client)
      expect(given.state).toBe('CANCELLED')
      expect(given.checked).toBeLessThan(20_000)
      await client.call('cancelLogVerification')
      expect((await verifiedLog({ client })).state).toBe('SOUND')

      await client.call('startLogVerification')
      const began = performance.now()
      await server.stop()
      expect(performance.now() - began).toBeLessThan(20_000)
    },
  )

  it('names the event that somebody changed in the file', async () => {
    const { client, make, dataFile } = await startServer()
    await make.aGroup()
    const group = await make.aGroup('Touched')
    await make.aGroup()
    const [event] = (await client.call('listLogEvents', { query: { filter: `target.id eq "${group.id}"` } })).body
    const sql = `UPDATE log_events SET payload = replace(payload, 'Touched', 'Harmless') WHERE uuid = ?`
    await withDatabase(dataFile, async (file) => {
      await file.exec('PRAGMA busy_timeout = 5000')
      await file.run(sql, [event?.uuid as string])
    })
    const { state, violation } = await verifiedLog({ client })
    expect(state).toBe('BROKEN')
    expect(violation).toMatchObject({
      kind: 'CHANGED',
      uuid: event?.uuid,
      published: event?.published,
      eventType: 'group.lifecycle.create',
    })
  })
})
