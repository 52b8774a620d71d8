import { expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { formWith, PNG } from '../../../helpers/pictures.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

/** Everything that changes what an application by its id looks like, one after the other. */
const CHANGES: readonly [what: string, change: (server: TestServer, app: App) => Promise<unknown>][] = [
  ['replaced', ({ client }, { id: appId }) => client.call('replaceApp', { params: { appId }, body: wiki('Wiki') })],
  ['switched off', ({ client }, { id: appId }) => client.call('deactivateApp', { params: { appId } })],
  ['switched on', ({ client }, { id: appId }) => client.call('activateApp', { params: { appId } })],
  ['given a logo', ({ client }, { id }) => upload(client, id)],
  ['given another logo', ({ client }, { id }) => upload(client, id)],
  [
    'given a policy',
    async ({ client, make }, { id: appId }) => {
      const { id: policyId } = await make.aPolicy('ACCESS_POLICY', { name: 'Strict' })
      await client.call('assignAppPolicy', { params: { appId, policyId } })
    },
  ],
  [
    'left by its policy',
    async ({ client }) => {
      const { body } = await client.call('listPolicies', { query: { type: 'ACCESS_POLICY', q: 'Strict' } })
      await client.call('deletePolicy', { params: { policyId: body[0]?.id ?? '' } })
    },
  ],
  [
    'given a key',
    async ({ client }, { id: appId }) => {
      const { kid } = (await client.call('generateAppKey', { params: { appId }, query: { validityYears: 2 } })).body
      const signing = { credentials: { signing: { kid } } }
      await client.call('replaceApp', { params: { appId }, body: { ...wiki('Wiki'), ...signing } })
    },
  ],
]

const wiki = (label: string) => soundApp('SAML_2_0', label)
const upload = (client: TestServer['client'], appId: string) =>
  client.fetch(`/api/v1/apps/${appId}/logo`, { method: 'POST', body: formWith(PNG) })

it('an application that is read again and again shows each change at once, as the list does', async () => {
  const server = await startServer()
  const { client } = server
  const app = (await client.call('createApp', { body: wiki('First') })).body
  const read = async () => (await client.call('getApp', { params: { appId: app.id } })).body
  const listed = async () => (await client.call('listApps', {})).body.find(({ id }) => id === app.id)

  let before = await read()
  for (const [what, change] of CHANGES) {
    server.clock.advance(1_000)
    await change(server, app)
    const after = await read()
    expect(after, what).toEqual(await listed())
    expect(after, what).not.toEqual(before)
    expect(await read(), what).toEqual(after)
    before = after
  }
  await client.call('deactivateApp', { params: { appId: app.id } })
  await client.call('deleteApp', { params: { appId: app.id } })
  expect((await client.fetch(`/api/v1/apps/${app.id}`)).status).toBe(404)
})
