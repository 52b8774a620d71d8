import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { grantScopes, openScopes, readGrants } from '#ui/features/applications/credentials/scope-grants.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
beforeEach(() => bePageOf(() => server))
afterEach(() => vi.unstubAllGlobals())

const aClient = async () => (await server.client.call('createApp', { body: soundApp('OPENID_CONNECT') })).body
const granted = async (appId: string) => (await readGrants(appId)).map(({ scopeId }) => scopeId)

describe('the scopes of a client', () => {
  it('are granted several at once, listed by name, and no longer offered', async () => {
    const app = await aClient()
    expect(openScopes(await readGrants(app.id))).toHaveLength(OAUTH_SCOPES.length)
    await grantScopes(app, ['svc.users.read', 'svc.apps.manage'])
    expect(await granted(app.id)).toEqual(['svc.apps.manage', 'svc.users.read'])
    const offered = openScopes(await readGrants(app.id)).map(({ value }) => value)
    expect([offered.length, offered.includes('svc.users.read')]).toEqual([OAUTH_SCOPES.length - 2, false])
  })

  it('stay granted where another one is refused, which says why', async () => {
    const app = await aClient()
    await expect(grantScopes(app, ['svc.logs.read', 'svc.none', 'svc.groups.read'])).rejects.toMatchObject({
      code: 'E0000001',
    })
    expect(await granted(app.id)).toEqual(['svc.logs.read'])
  })
})
