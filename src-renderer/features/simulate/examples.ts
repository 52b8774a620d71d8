import { api } from '#ui/api/client.ts'
import { personName } from '#ui/api/entities.ts'
import { NOTHING, type SignIn } from '#ui/domain/sign-in.ts'

/** An example sign-in; `label` is the text of its button. */
interface Example {
  label: string
  signIn: SignIn
}

/** From a documentation range (RFC 5737), so that it is in no zone of an office. */
const ELSEWHERE = '203.0.113.77'
const PEOPLE_READ = 6

/** Example sign-ins with people of this workspace; none when there are no people. */
export async function findExamples(signal: AbortSignal): Promise<Example[]> {
  const [people, apps] = await Promise.all([
    api.call('listUsers', { query: { limit: PEOPLE_READ }, signal }),
    api.call('listApps', { query: { limit: 40 }, signal }),
  ])
  const active = people.filter((person) => person.status === 'ACTIVE')
  const [first, second] = active.length ? active : people
  if (!first) return []
  const withGroup = await firstWithGroup(
    apps.filter((app) => app.status === 'ACTIVE'),
    signal,
  )
  const opens = withGroup && `Someone in ${withGroup.group.name} opens ${withGroup.app.label} from elsewhere`
  return [
    { label: `${personName(first)} signs in`, signIn: { ...NOTHING, user: first.id } },
    ...(withGroup && opens
      ? [{ label: opens, signIn: { ...NOTHING, groups: [withGroup.group.id], app: withGroup.app.id, ip: ELSEWHERE } }]
      : []),
    ...(second
      ? [
          {
            label: `${personName(second)} signs in at high risk, on an unmanaged device`,
            signIn: { ...NOTHING, user: second.id, risk: 'HIGH' as const, registered: false, managed: false },
          },
        ]
      : []),
  ]
}

/** The first application that is assigned to a group, with that group; null when there is none. */
async function firstWithGroup(apps: readonly { id: string; label: string }[], signal: AbortSignal) {
  const looked = await Promise.all(
    apps.slice(0, PEOPLE_READ).map(async (app) => {
      const [assigned] = await api.call('listAppGroups', { params: { appId: app.id }, query: { limit: 1 }, signal })
      return assigned && { app, groupId: assigned.id }
    }),
  )
  const found = looked.find((entry) => entry !== undefined)
  if (!found) return null
  const group = await api.call('getGroup', { params: { groupId: found.groupId }, signal })
  return { app: found.app, group: { id: group.id, name: group.profile.name } }
}
