import { expect, it } from 'vitest'
import { groupOf, setStage } from '../helpers/sync/closed-stage.ts'

it('objects are paired by name or id, compared as one, listed, and unpaired', async () => {
  const { remote, sync, here } = await setStage()
  expect(await sync('pairs')).toMatchObject({ status: 0, out: 'Nothing is paired by hand with Production.\n' })
  await here(async (server) => {
    await server.make.aGroup('Crew')
  })
  const { id: theirs } = await remote.make.aGroup('Team')
  expect(await sync('pair', 'group', 'Crew', theirs)).toMatchObject({
    ...{ status: 0, err: '', out: `group Crew is ${theirs} of Production from now on.\n` },
  })
  const { out } = await sync('compare')
  expect(out).toContain('profile.name: workspace "Crew", remote "Team"')
  expect(out).not.toMatch(/(Crew|Team): only in/)
  const [listed] = JSON.parse((await sync('pairs', '--json')).out) as [{ ours: { id: string } }]
  expect(listed).toMatchObject({ kind: 'group', ours: { name: 'Crew' }, theirs: { id: theirs } })
  expect((await sync('pairs')).out).toBe(`group Crew (${listed.ours.id}) is Team (${theirs})\n`)
  expect(await sync('unpair', 'group', 'Crew')).toMatchObject({
    ...{ status: 0, out: 'group Crew is not paired by hand with Production any more.\n' },
  })
  expect((await sync('compare')).out).toContain('group Crew: only in the workspace')
})

it('a line that names what is not there ends with a sentence, and changes nothing', async () => {
  const { remote, sync, here } = await setStage()
  await here(async (server) => {
    await server.make.aGroup('Sales')
  })
  const { id } = await groupOf(remote, 'Sales')
  const refused = async (step: string, ...words: string[]) => {
    const { status, err } = await sync(step, ...words)
    expect(status).toBe(1)
    return err
  }
  expect(await refused('pair', 'group', 'Unknown', id)).toContain('is no group of this workspace')
  expect(await refused('pair', 'grp', 'Sales', id)).toContain('sync pair takes a kind: userType, group,')
  expect(await refused('unpair', 'grp', 'Sales')).toContain('sync unpair takes a kind: userType, group,')
  expect(await refused('pairs', 'Sales')).toContain('sync pairs takes no word “Sales”.')
  expect(await refused('pair', 'group', 'Sales')).toContain('pair takes KIND OURS THEIRS, and no other words.')
  expect(await refused('pair', 'groupMembership', 'a/b', 'a/b')).toContain('cannot be paired by hand')
  expect(await refused('pair', 'group', 'Sales', '00gUnknown')).toContain('theirs: is no group of the remote')
  expect(await refused('unpair', 'group', 'Sales')).toContain('No group Sales is paired by hand with Production.')
  expect(await sync('pairs')).toMatchObject({ out: 'Nothing is paired by hand with Production.\n' })
})

it('an object of another type is refused, and so is any while the remote does not say what it has', async () => {
  const { remote, sync, here } = await setStage()
  await here((server) => server.make.aPolicy('SVC_SIGN_ON', { name: 'Night crew' }))
  const words = await remote.make.aPolicy('PASSWORD', { name: 'Long words' })
  const other = await sync('pair', 'policy', 'Night crew', words.id)
  expect(other.status).toBe(1)
  expect(other.err).toContain('theirs: has the type PASSWORD, and that of the workspace SVC_SIGN_ON')
  const shut = await setStage({ authentication: { type: 'API_TOKEN', token: 'wrong' } })
  const { id } = await groupOf(shut.remote, 'Sales')
  await shut.here((server) => server.make.aGroup('Crew'))
  const away = await shut.sync('pair', 'group', 'Crew', id)
  expect(away.status).toBe(1)
  expect(away.err).toMatch(/^theirs: could not be looked up\. Production: “Read a group” \(GET .*\)/)
  for (const one of [sync, shut.sync])
    expect(await one('pairs')).toMatchObject({ out: 'Nothing is paired by hand with Production.\n' })
})
