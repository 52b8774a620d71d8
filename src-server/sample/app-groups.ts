import { ORGANIZATION, APP_GROUPS, type AppGroupSpec } from './resources.ts'
import { stampsOf } from './clock.ts'
import type { Person } from './people.ts'
import { createRandom } from './random.ts'
import type { References } from './references.ts'
import type { SampleGroup, SampleMembership, SampleOptions, SamplePushMapping } from './types.ts'

/** Each application brought its groups in during the first year, a week after another. */
const daysAgo = (index: number) => ORGANIZATION.foundedDaysAgo - 200 - index * 7

/** Groups that applications brought in, whose members follow neither departments nor administrators. */
export function buildImportedGroups({ now }: SampleOptions, references: References): SampleGroup[] {
  return APP_GROUPS.map((spec, index) => {
    const stamps = stampsOf(now, daysAgo(index))('group', spec.key)
    return {
      id: references.id('group', spec.key),
      type: 'APP_GROUP',
      name: spec.name,
      description: spec.description,
      ...stamps,
      lastMembershipUpdated: stamps.lastUpdated,
      profile: spec.profile,
      sourceId: references.id('app', spec.app),
    }
  })
}

/** Members of the imported groups: some of a group's, or all where that is pushed. */
export function importedMemberships(
  { seed }: SampleOptions,
  people: readonly Person[],
  references: References,
): SampleMembership[] {
  return APP_GROUPS.flatMap((spec) => {
    const groupId = references.id('group', spec.key)
    return membersOf(spec, people, seed).map(({ id: userId }) => ({ groupId, userId }))
  })
}

function membersOf({ key, members, pushedFrom }: AppGroupSpec, people: readonly Person[], seed: string) {
  const from = pushedFrom ?? members?.from ?? ''
  const eligible = people.filter((person) => person.groupKeys.has(from))
  return pushedFrom ? eligible : createRandom(`${seed}/app-groups/${key}`).sample(eligible, members?.count ?? 0)
}

/** Which groups of the organization fill groups of applications. */
export function buildPushMappings(references: References): SamplePushMapping[] {
  return APP_GROUPS.flatMap(({ key, app, pushedFrom }) =>
    pushedFrom
      ? [
          {
            appId: references.id('app', app),
            groupId: references.id('group', pushedFrom),
            targetId: references.id('group', key),
          },
        ]
      : [],
  )
}
