import { beforeAll, describe, expect, it } from 'vitest'
import type { RotationStep } from '#contract/apps/secret-rotation.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const DAY_MS = 24 * 3_600_000
const aClient = async () => (await server.client.call('createApp', { body: soundApp('OPENID_CONNECT') })).body.id
const secretsOf = async (appId: string) => (await server.client.call('listClientSecrets', { params: { appId } })).body
const activeOf = async (appId: string) =>
  (await secretsOf(appId)).filter(({ status }) => status === 'ACTIVE').map(({ client_secret }) => client_secret)
const take = async (appId: string, step: RotationStep, confirm = false) =>
  (await server.client.call('rotateSecret', { params: { appId }, body: { step, confirm } })).body
const refused = async (appId: string, step: RotationStep) =>
  (await server.client.refused('rotateSecret', { params: { appId }, body: { step } })).locations

describe('the rotation of a secret', () => {
  it('goes from one to the other without a moment without one', async () => {
    const appId = await aClient()
    const [before] = await activeOf(appId)
    expect((await server.client.call('getSecretRotation', { params: { appId } })).body).toMatchObject({
      ...{ state: 'SINGLE', next: 'begin' },
    })
    expect(await take(appId, 'begin')).toMatchObject({ state: 'OVERLAP', next: null })
    const [old, fresh] = await activeOf(appId)
    expect([old, fresh]).toEqual([before, expect.any(String)])
    server.clock.advance(DAY_MS)
    expect(await take(appId, 'finish')).toMatchObject({ state: 'RETIRED', next: 'remove' })
    expect(await activeOf(appId)).toEqual([fresh])
    expect(await take(appId, 'restore')).toMatchObject({ state: 'OVERLAP' })
    expect(await activeOf(appId)).toEqual([before, fresh])
    server.clock.advance(DAY_MS)
    await take(appId, 'finish')
    expect(await take(appId, 'remove')).toMatchObject({ state: 'SINGLE', next: 'begin' })
    expect(await activeOf(appId)).toEqual([fresh])
  })

  it('refuses what would cut clients off, until that is confirmed', async () => {
    const appId = await aClient()
    const [before] = await activeOf(appId)
    for (const step of ['finish', 'cancel', 'restore', 'remove'] as const)
      expect(await refused(appId, step)).toEqual(['step'])
    await take(appId, 'begin')
    expect(await refused(appId, 'begin')).toEqual(['step'])
    for (const step of ['finish', 'cancel'] as const) expect(await refused(appId, step)).toEqual(['confirm'])
    expect(await activeOf(appId)).toHaveLength(2)
    expect(await take(appId, 'cancel', true)).toMatchObject({ state: 'RETIRED' })
    expect(await activeOf(appId)).toEqual([before])
    const other = await aClient()
    await take(other, 'begin')
    expect(await take(other, 'finish', true)).toMatchObject({ state: 'RETIRED' })
  })

  it('leaves the events of what it does', async () => {
    const appId = await aClient()
    await take(appId, 'begin')
    await take(appId, 'finish', true)
    await take(appId, 'remove')
    const events = (await server.client.call('listLogEvents', { query: { limit: 1_000 } })).body
    const own = events.filter(({ target }) => target?.[0]?.id === appId && target.length > 1)
    expect(own.map(({ eventType }) => eventType.replace(/.*\./, ''))).toEqual([
      'create',
      'create',
      'deactivate',
      'delete',
    ])
  })
})
