import { CONTACT_TYPES } from '#contract/organization/settings.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { buildAdministrators } from './administrators.ts'
import { buildImportedGroups, buildPushMappings, importedMemberships } from './app-groups.ts'
import type { Career } from './careers.ts'
import {
  buildApps,
  buildGroups,
  buildPolicyResources,
  buildUserTypes,
  buildZones,
  livingGroups,
} from './build-objects.ts'
import { buildTokenContents } from './build-token-contents.ts'
import { buildPolicies } from './build-policies.ts'
import { DAY_MS, iso } from './clock.ts'
import { toLogEvent, type SampleEvent } from './sample-event.ts'
import { liveMonth } from './month.ts'
import { buildPeople, type Person } from './people.ts'
import { createRandom } from './random.ts'
import { createReferences, type References } from './references.ts'
import { ORGANIZATION } from './resources.ts'
import type { SampleGroup, SampleOptions, SampleOrganization, SampleUser } from './types.ts'

const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

function rowOf(person: Person, career: Career, lastLogin: number | null): SampleUser {
  const { created, activated, statusChanged, passwordChanged, profileChanged } = career
  const lastUpdated = Math.max(created, activated ?? 0, statusChanged ?? 0, passwordChanged ?? 0, profileChanged ?? 0)
  return {
    id: person.id,
    status: person.status,
    typeId: person.typeId,
    profile: person.profile,
    created: iso(created),
    activated: isoOrNull(activated),
    statusChanged: isoOrNull(statusChanged),
    lastLogin: isoOrNull(lastLogin),
    lastUpdated: iso(lastUpdated),
    passwordChanged: isoOrNull(passwordChanged),
  }
}

/** When each person last signed in, by id, as the log tells it. */
function lastSignIns(drafts: readonly SampleEvent[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { type, outcome, actor, at } of drafts)
    if (type === 'user.session.start' && outcome.result === 'SUCCESS') last.set(actor.id, at)
  return last
}

const MEMBERSHIP = new Set(['group.user_membership.add', 'group.user_membership.remove'])

/** Notes on each group when the log last saw somebody join or leave. */
function stampMemberships(groups: readonly SampleGroup[], drafts: readonly SampleEvent[]): void {
  const byId = new Map(groups.map((group) => [group.id, group]))
  for (const { type, targets, at } of drafts) {
    if (!MEMBERSHIP.has(type)) continue
    const group = byId.get(targets[1]?.id ?? '')
    if (group) group.lastMembershipUpdated = iso(at)
  }
}

function membershipsOf(people: readonly Person[], references: References) {
  return livingGroups().flatMap(({ key }) => {
    const groupId = references.id('group', key)
    return people.filter((person) => person.groupKeys.has(key)).map((person) => ({ groupId, userId: person.id }))
  })
}

/** Dresses the drafts one at a time, from the beginning for each reader. */
function eventsOf(seed: string, drafts: readonly SampleEvent[]): Iterable<LogEvent> {
  return {
    *[Symbol.iterator]() {
      const random = createRandom(`${seed}/events`)
      for (const draft of drafts) yield toLogEvent(draft, random)
    },
  }
}

const BOUNCED = 7
const BOUNCE_REASONS = ['550 5.1.1 User unknown', '552 5.2.2 Mailbox full', '550 5.7.1 Message rejected']

/** Mail came back from a few people during the last weeks. */
function bouncesOf({ seed, now }: SampleOptions, people: readonly Person[]) {
  const random = createRandom(`${seed}/bounces`)
  return random.sample(people, BOUNCED).map(({ profile }) => ({
    address: profile.email,
    reason: random.pick(BOUNCE_REASONS),
    bounced: iso(now - random.int(21 * DAY_MS)),
  }))
}

/**
 * Makes the sample organization: people, groups, networks, applications, policies with the flaws of real ones, and a
 * month of audit events that agrees with all of them. Pure: the same seed, moment and defaults give the same bytes.
 */
export function buildSample(options: SampleOptions): SampleOrganization {
  const references = createReferences(options.seed, options.defaults)
  const groups = buildGroups(options, references)
  const zones = buildZones(options, references)
  const policies = buildPolicies(options, references)
  const { apps, appGroups, mappings } = buildApps(options, references)
  const people = buildPeople(options, references)
  const { drafts, careers, appUsers } = liveMonth(options, people, { policies, zones, apps, mappings }, references)
  const signIns = lastSignIns(drafts)
  stampMemberships(groups, drafts)
  return {
    organization: { name: ORGANIZATION.name, profile: ORGANIZATION.profile },
    contacts: CONTACT_TYPES.map((contactType) => ({
      contactType,
      userId: references.id('user', ORGANIZATION.contacts[contactType]),
    })),
    bounces: bouncesOf(options, people),
    userTypes: buildUserTypes(options, references),
    groups: [...groups, ...buildImportedGroups(options, references)],
    users: people.map((person) => {
      const career = careers.get(person) as Career
      return rowOf(person, career, signIns.get(person.id) ?? career.earlierLogin)
    }),
    memberships: [...membershipsOf(people, references), ...importedMemberships(options, people, references)],
    zones,
    supporting: buildPolicyResources(options, references),
    policies,
    apps,
    appGroups,
    pushMappings: buildPushMappings(references),
    appUsers,
    mappings,
    ...buildTokenContents(options),
    ...buildAdministrators(options, references),
    events: eventsOf(options.seed, drafts),
  }
}
