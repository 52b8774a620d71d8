import { api } from '../../api/client.ts'
import { personName } from '../../api/entities.ts'
import { NOTHING, type SignIn } from './context.ts'

/** A sign-in to start from, with the sentence that its button shows. */
export interface Example {
  words: string
  signIn: SignIn
}

/** Documentation range (RFC 5737): an address that is in nobody's office. */
const ELSEWHERE = '203.0.113.77'
const LOOK_AT = 6

/** People of this workspace in situations worth asking about; none when the workspace has nobody. */
export async function findExamples(signal: AbortSignal): Promise<Example[]> {
  const [people, apps] = await Promise.all([
    api.call('listUsers', { query: { limit: LOOK_AT }, signal }),
    api.call('listApps', { query: { limit: 40 }, signal }),
  ])
  const active = people.filter((person) => person.status === 'ACTIVE')
  const [first, second] = active.length ? active : people
  if (!first) return []
  const withGroup = await firstWithGroup(
    apps.filter((app) => app.status === 'ACTIVE'),
    signal,
  )
  const opens = withGroup && `Somebody in ${withGroup.group.name} opens ${withGroup.app.label} from elsewhere`
  return [
    { words: `${personName(first)} signs in`, signIn: { ...NOTHING, user: first.id } },
    ...(withGroup && opens
      ? [{ words: opens, signIn: { ...NOTHING, groups: [withGroup.group.id], app: withGroup.app.id, ip: ELSEWHERE } }]
      : []),
    ...(second
      ? [
          {
            words: `${personName(second)} signs in at high risk, on an unmanaged device`,
            signIn: { ...NOTHING, user: second.id, risk: 'HIGH' as const, registered: false, managed: false },
          },
        ]
      : []),
  ]
}

/** The first application with a group of its own; those of the platform are everybody's and show less. */
async function firstWithGroup(apps: readonly { id: string; label: string }[], signal: AbortSignal) {
  const looked = await Promise.all(
    apps.slice(0, LOOK_AT).map(async (app) => {
      const [assigned] = await api.call('listAppGroups', { params: { appId: app.id }, query: { limit: 1 }, signal })
      return assigned && { app, groupId: assigned.id }
    }),
  )
  const found = looked.find((entry) => entry !== undefined)
  if (!found) return null
  const group = await api.call('getGroup', { params: { groupId: found.groupId }, signal })
  return { app: found.app, group: { id: group.id, name: group.profile.name } }
}
