import { describe, expect, it } from 'vitest'
import { PUBLIC_KEY } from '../helpers/client-keys.ts'
import { soundApp } from '../helpers/app-bodies.ts'
import type { TestServer } from '../helpers/server.ts'
import { describeGroup, groupOf, setStage } from '../helpers/sync/closed-stage.ts'

/** A client of a service with a scope: its grant names the address of the organization, which a closed workspace has none of. */
async function grantOne({ client, url }: TestServer): Promise<void> {
  const oauthClient = {
    ...{ application_type: 'service', grant_types: ['client_credentials'] },
    ...{ jwks: { keys: [PUBLIC_KEY] } },
  }
  const credentials = { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } }
  const body = { ...soundApp('OPENID_CONNECT', 'Nightly report'), settings: { oauthClient }, credentials }
  const { id: appId } = (await client.call('createApp', { body: body as never })).body
  const issuer = url
  await client.call('grantScope', { params: { appId }, body: { issuer, scopeId: 'svc.users.read' } })
}

describe('the command line pulls from a remote into a closed workspace', () => {
  it('says what it has done, now and later, and leaves no difference', async () => {
    const { remote, sync } = await setStage()
    await grantOne(remote)
    expect(await sync('status')).toEqual({ status: 0, out: 'Production was never pulled.\n', err: '' })
    expect(await sync('status', '--json')).toEqual({ status: 0, out: 'null\n', err: '' })

    const first = await sync('pull')
    expect(first).toMatchObject({ status: 0, err: '' })
    expect(first.out).toMatch(/^groups: \d+ created/m)
    expect(first.out).toMatch(/^grants of scopes: 1 created$/m)
    expect(first.out).toMatch(/^\d+ objects were changed; the remote has \d+\.\n$/m)
    const told = await sync('status')
    expect(told).toMatchObject({ status: 0, err: '' })
    expect(told.out.split('\n').slice(1).join('\n')).toBe(first.out)
    expect(told.out).toMatch(/^Pulled at \d{4}-\d\d-\d\dT[\d:.]+Z\.\n/)
    expect(await sync('compare')).toMatchObject({ status: 0, out: expect.stringMatching(/^No difference; /) })

    await describeGroup(remote, 'Sales', { description: 'Changed there' })
    const second = await sync('pull', '--json')
    expect(second).toMatchObject({ status: 0, err: '' })
    const summary = JSON.parse(second.out) as object
    expect(summary).toMatchObject({
      counts: [{ kind: 'group', created: 0, changed: 1, removed: 0 }],
      ...{ conflicts: 0, refused: [], unread: [], whole: null },
    })
    expect(JSON.parse((await sync('status', '--json')).out)).toEqual({ ...summary, pulledAt: expect.any(String) })
    const nothing = 'Nothing was changed; the remote has \\d+\\.\n$'
    expect((await sync('pull')).out).toMatch(new RegExp(`^Only what its log names was read\\.\n${nothing}`))
    expect((await sync('pull', '--whole')).out).toMatch(
      new RegExp(`^Everything was read: it was asked for\\.\n${nothing}`),
    )
    expect(await sync('compare', '--whole')).toMatchObject({ status: 0, err: '' })
  })

  it('says how many people are outside of a search, and what stays of those whom pseudonyms stand for', async () => {
    const people = { mode: 'SEARCH', search: 'profile.department eq "Sales"' }
    const some = await setStage({ people })
    expect((await some.sync('pull')).out).toMatch(/^left out: people outside of the search: 1$/m)
    expect((await some.sync('compare')).out).toMatch(/^left out: people outside of the search: 1$/m)
    expect((await some.sync('status')).out).toMatch(/^left out: people outside of the search: 1$/m)
    const hidden = await setStage({ people: { mode: 'PSEUDONYMS' } })
    expect((await hidden.sync('pull')).out).toMatch(/^pseudonyms, with what rules read: nothing$/m)
  })

  it('ends with 3 where both sides have changed the same, until it is said who wins', async () => {
    const { remote, here, sync } = await setStage()
    await sync('pull')
    await describeGroup(remote, 'Sales', { description: 'Changed there' })
    await describeGroup(remote, 'Finance', { description: 'Changed there alone' })
    await here(async (server) => {
      await describeGroup(server, 'Sales', { description: 'Changed here' })
      await server.make.aGroup('Only here')
    })

    const compared = await sync('compare')
    expect(compared.status).toBe(3)
    expect(compared.out).toMatch(
      new RegExp(
        [
          '^Outgoing, changed in the workspace:',
          '  group Only here: only in the workspace',
          'Incoming, changed in the remote:',
          '  group Finance',
          '    profile.description: workspace null, remote "Changed there alone"',
          'Conflicts, changed in both:',
          '  group Sales',
          '    profile.description: workspace "Changed here", remote "Changed there"',
          '    choose: group:Sales',
          '  `sync pull --choose WHAT=remote` decides one, .+',
          '3 differences \\(1 outgoing, 1 incoming, 1 in conflict\\); .+\n$',
        ].join('\n'),
      ),
    )
    expect(await sync('pull')).toMatchObject({
      status: 3,
      out: expect.stringMatching(
        /^groups: 1 changed\n1 conflict remains: both sides have changed the same\..+\nOnly what its log names was read\.\n.+\n$/,
      ),
    })
    expect(await sync('pull', '--prefer', 'remote')).toMatchObject({ status: 0 })
    // What is new here is no conflict, and stays.
    expect(await sync('compare')).toMatchObject({ status: 2, out: expect.stringContaining('(1 outgoing)') })
  })

  it('ends with 1 where the workspace refuses something, and names it each time', async () => {
    const { remote, here, sync } = await setStage()
    await sync('pull')
    const { id: groupId } = await groupOf(remote, 'Sales')
    await remote.client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Field staff' } } })
    await here(({ make }) => make.aGroup('Field staff'))
    for (const time of ['the first time', 'again'])
      expect(await sync('pull'), time).toMatchObject({
        status: 1,
        out: expect.stringMatching(/^refused: group Sales: .+$/m),
      })
    expect(await sync('status')).toMatchObject({ status: 0, out: expect.stringContaining('refused: group Sales: ') })
    await remote.stop()
    expect(await sync('pull')).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^Production: /) })
  })
})
