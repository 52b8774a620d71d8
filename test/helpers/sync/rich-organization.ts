import { bodiesOf } from '../drift/bodies.ts'
import { NOT_WALKED } from '../drift/exceptions.ts'
import { RESOURCES } from '../drift/resources.ts'
import { setStage, type Staged } from '../drift/stage.ts'
import { madeIn, newWorkspace } from '../new-workspace.ts'
import { aFolder, START, startServer, type TestServer } from '../server.ts'

/** A service that has every form of every kind of object that the interface can make. */
export async function richOrganization(): Promise<TestServer> {
  const dataFile = await madeIn(await aFolder(), 'every form of every kind', async (folder) => {
    const server = await startServer({ dataFile: await newWorkspace(folder, { now: START }) })
    await enrich(server)
    await server.stop()
  })
  return startServer({ dataFile })
}

/** Gives a service every form of every kind of object that the interface can make. @param but what it has already */
export async function enrich(server: Staged, but: readonly string[] = []): Promise<void> {
  const stage = await setStage(server, 'identity')
  for (const { create } of RESOURCES.filter(({ create }) => !NOT_WALKED[create] && !but.includes(create)))
    for (const given of bodiesOf(create, stage)) {
      const body = stage.withIds(given)
      await stage.send(create, stage.paramsOf(create, given), body)
    }
  // Of their own, since which of the others comes first in a list is chance.
  const { client, make } = server
  const ids = { groupId: (await make.aGroup()).id, userId: (await make.aUser()).id }
  await client.call('addGroupMember', { params: ids })
  for (const owner of [
    { id: ids.userId, type: 'USER' },
    { id: (await make.aGroup()).id, type: 'GROUP' },
  ] as const)
    await client.call('addGroupOwner', { params: ids, body: owner })
  await limitRoles(server, { ...ids, appId: (await make.anApp()).id })
  const [trusting, trusted] = [await make.anAuthorizationServer(), await make.anAuthorizationServer()]
  await client.call('associateServers', { params: { authServerId: trusting.id }, body: { trusted: [trusted.id] } })
  // Some of the bodies switched them on.
  await client.call('replaceRateLimits', { body: { enabled: false } })
}

/** Roles of a person and of a group, limited to a group and to an application each. */
async function limitRoles(
  { client }: Staged,
  { groupId, userId, appId }: Record<'groupId' | 'userId' | 'appId', string>,
) {
  const group = { kind: 'group', id: groupId } as const
  const app = { kind: 'app', id: appId } as const
  for (const [kind, id] of [
    ['USER', userId],
    ['GROUP', groupId],
  ] as const)
    for (const [type, limit] of [
      ['HELP_DESK_ADMIN', group],
      ['APP_ADMIN', app],
    ] as const)
      await client.call('assignLimitedRole', { body: { kind, id, type, limits: [limit] } })
}
