import { bodiesOf } from '../drift/bodies.ts'
import { NOT_WALKED } from '../drift/exceptions.ts'
import { RESOURCES } from '../drift/resources.ts'
import { setStage } from '../drift/stage.ts'
import { startServer, type TestServer } from '../server.ts'

/** A service that has every form of every kind of object that the interface can make. */
export async function richOrganization(): Promise<TestServer> {
  const server = await startServer()
  const stage = await setStage(server, 'identity')
  for (const { create } of RESOURCES.filter(({ create }) => !NOT_WALKED[create]))
    for (const given of bodiesOf(create, stage)) {
      const body = stage.withIds(given)
      await stage.send(create, stage.paramsOf(create, given), body)
    }
  const [group, other] = (await server.client.call('listGroups')).body.filter(({ type }) => type === 'SVC_GROUP')
  const [person, second] = (await server.client.call('listUsers')).body
  const ids = { groupId: group?.id ?? '', userId: person?.id ?? '' }
  await server.client.call('addGroupMember', { params: ids })
  for (const owner of [
    { id: ids.userId, type: 'USER' },
    { id: other?.id ?? '', type: 'GROUP' },
  ] as const)
    await server.client.call('addGroupOwner', { params: ids, body: owner })
  await limitRoles(server, {
    groupId: other?.id ?? '',
    userId: second?.id ?? '',
    appId: (await server.client.call('listApps')).body.find(isOwn)?.id ?? '',
  })
  const servers = (await server.client.call('listAuthorizationServers')).body.map(({ id }) => id)
  const [trusting = '', trusted = ''] = servers
  const associate = { params: { authServerId: trusting }, body: { trusted: [trusted] } }
  await server.client.call('associateServers', associate)
  return server
}

const isOwn = ({ name }: { name: string }) => name === 'bookmark'

/** Roles of a person and of a group, limited to a group and to an application each. */
async function limitRoles(
  { client }: TestServer,
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
