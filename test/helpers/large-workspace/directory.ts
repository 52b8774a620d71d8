import type { Profile } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { loginKeyOf } from '#db/tables/users.ts'
import { plain } from '#sample/people.ts'
import { createRandom, type Random } from '#sample/random.ts'
import { NAMES, ORGANIZATION } from '#sample/resources.ts'
import { daysBeforeEnd, idsOf, iso, type Plan, type Row, type TableRows } from './plan.ts'

const { departments: DEPARTMENTS, offices: OFFICES, emailDomain: DOMAIN } = ORGANIZATION

/** User types beside the default one. */
export const USER_TYPES = ORGANIZATION.userTypes

export function userTypes({ seed, userTypeIds, defaults }: Plan): TableRows {
  const stamp = iso(daysBeforeEnd(1_400))
  const schemaIds = idsOf(seed, 'schema', USER_TYPES.length)
  return {
    table: 'user_types',
    columns: 'id name display_name description schema_id created_by last_updated_by created last_updated'.split(' '),
    rows: USER_TYPES.map(({ name, displayName, description }, index) => [
      ...[userTypeIds[index] as string, name, displayName, description, schemaIds[index] as string],
      ...[defaults.administratorId, defaults.administratorId, stamp, stamp],
    ]),
  }
}

export function groups({ groupIds, seed }: Plan): TableRows {
  const random = createRandom(`${seed}/groups`)
  function* rows(): Generator<Row> {
    for (const [index, id] of groupIds.entries()) {
      const { name, division } = random.pick(DEPARTMENTS)
      const { city } = random.pick(OFFICES)
      const created = iso(daysBeforeEnd(400 + random.int(1_000)))
      const changed = iso(daysBeforeEnd(random.int(400)))
      const description = random.chance(0.7) ? `${division}: people of ${name.toLowerCase()} in ${city}` : null
      yield [id, 'SVC_GROUP', `${name} ${city} ${index + 1}`, description, created, changed, changed]
    }
  }
  const columns = 'id type name description created last_updated last_membership_updated'.split(' ')
  return { table: 'groups', columns, rows: rows() }
}

/** Shares of all people, the rest is `ACTIVE`. */
const STATUSES: readonly (readonly [UserStatus, number])[] = [
  ['STAGED', 0.02],
  ['PROVISIONED', 0.02],
  ['RECOVERY', 0.005],
  ['PASSWORD_EXPIRED', 0.01],
  ['LOCKED_OUT', 0.005],
  ['SUSPENDED', 0.01],
  ['DEPROVISIONED', 0.04],
]

function statusOf(random: Random): UserStatus {
  let left = random.next()
  for (const [status, share] of STATUSES) {
    if (left < share) return status
    left -= share
  }
  return 'ACTIVE'
}

/** A person's moments; those that their status has not come to are null. */
function momentsOf(status: UserStatus, random: Random): Row {
  const bornDays = 30 + random.int(1_400)
  const ago = (days: number) => iso(daysBeforeEnd(days))
  const hasBegun = status !== 'STAGED' && status !== 'PROVISIONED'
  const activated = status === 'STAGED' ? null : ago(bornDays - 1)
  const changed = status === 'ACTIVE' || status === 'STAGED' ? activated : ago(random.int(20))
  const lastLogin = hasBegun && random.chance(0.9) ? ago(20 + random.next() * (bornDays - 25)) : null
  const passwordChanged = hasBegun ? ago(bornDays - 1 - random.int(bornDays - 25)) : null
  return [ago(bornDays), activated, changed, lastLogin, changed ?? ago(bornDays), passwordChanged]
}

/** The number makes the login different from all others. */
function profileOf(index: number, random: Random): Profile {
  const firstName = random.pick(NAMES.first)
  const lastName = random.pick(NAMES.last)
  const department = random.pick(DEPARTMENTS)
  const office = random.pick(OFFICES)
  const login = `${plain(firstName)}.${plain(lastName)}${index + 1}@${department.emailDomain ?? DOMAIN}`
  return {
    login,
    email: random.chance(0.9) ? login : `${plain(lastName)}${index + 1}@mail.example.org`,
    firstName,
    lastName,
    displayName: random.chance(0.9) ? `${firstName} ${lastName}` : `${lastName}, ${firstName.slice(0, 1)}.`,
    title: random.pick(department.titles),
    primaryPhone: `${office.phone}${String(index % 100).padStart(2, '0')}`,
    city: office.city,
    countryCode: office.countryCode,
    locale: office.locale,
    timezone: office.timezone,
    userType: department.userType ?? 'employee',
    employeeNumber: `N${String(index + 1).padStart(8, '0')}`,
    costCenter: department.costCenter,
    organization: department.organization ?? ORGANIZATION.name,
    division: department.division,
    department: department.name,
  }
}

export function people({ seed, userIds, userTypeIds, defaults }: Plan): TableRows {
  const random = createRandom(`${seed}/people`)
  const typeIds = new Map(USER_TYPES.map(({ key }, index) => [key, userTypeIds[index] as string]))
  function* rows(): Generator<Row> {
    for (const [index, id] of userIds.entries()) {
      const status = statusOf(random)
      const profile = profileOf(index, random)
      const { login, email, firstName, lastName } = profile
      const typeId = typeIds.get(profile.userType ?? '') ?? defaults.userTypeId
      yield [
        id,
        status,
        typeId,
        login,
        email,
        firstName ?? '',
        lastName ?? '',
        JSON.stringify(profile),
        ...momentsOf(status, random),
        loginKeyOf(login),
      ]
    }
  }
  const columns = `id status type_id login email first_name last_name profile
    created activated status_changed last_login last_updated password_changed login_key`.split(/\s+/)
  return { table: 'users', columns, rows: rows() }
}

/**
 * How many members each group has, the largest first; they add up to the total. What a group has no room for, the next
 * one gets.
 */
export function groupSizes(total: number, groupCount: number, most: number): number[] {
  const upTo = (index: number) => Math.floor(total * Math.sqrt(index / groupCount))
  let left = 0
  return Array.from({ length: groupCount }, (_, index) => {
    left += upTo(index + 1) - upTo(index)
    const size = Math.min(left, most)
    left -= size
    return size
  })
}

/** Group by group, one member from each of as many equal parts of the people: no member twice, and all in order. */
export function memberships({ seed, sizes, userIds, groupIds }: Plan): TableRows {
  const random = createRandom(`${seed}/memberships`)
  const all = userIds.length
  function* rows(): Generator<Row> {
    for (const [index, size] of groupSizes(sizes.memberships, groupIds.length, all).entries())
      for (let part = 0; part < size; part++) {
        const from = Math.floor((part * all) / size)
        const to = Math.floor(((part + 1) * all) / size)
        yield [groupIds[index] as string, userIds[from + random.int(to - from)] as string]
      }
  }
  return { table: 'group_members', columns: ['group_id', 'user_id'], rows: rows() }
}
