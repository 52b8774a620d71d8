import { displayNameOf } from '#contract/directory/display-name.ts'
import type { Profile } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { officeOf } from './clock.ts'
import { createRandom, sampleId, type Random } from './random.ts'
import type { References } from './references.ts'
import { GROUPS, NAMES, ORGANIZATION, type DepartmentSpec, type Office, type RhythmName } from './resources.ts'
import type { SampleOptions } from './types.ts'

/** A person as the rest of the generator needs them. */
export interface Person {
  /** Of those whom the resources name; null for the synthesized. */
  key: string | null
  id: string
  typeId: string
  status: UserStatus
  profile: Profile
  displayName: string
  office: Office
  rhythm: RhythmName
  quiet: boolean
  /** Hired within the days that the log covers. */
  newStarter: boolean
  groupKeys: Set<string>
}

/** Letters whose accent does not come off by decomposition. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', đ: 'd' }

/** A name as a part of an address: lower case, only a to z. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[łøßæđ]/g, (letter) => PLAIN[letter] ?? '')
    .replace(/[^a-z]/g, '')
}

interface Draft {
  key: string | null
  firstName: string
  lastName: string
  title: string
  department: DepartmentSpec
  office: Office
  userType: string | null
  groups: readonly string[]
  login: string
  quiet: boolean
}

function departmentNamed(name: string, userType: string | null): DepartmentSpec {
  const named = ORGANIZATION.departments.filter((department) => department.name === name)
  return (
    named.find((department) => (department.userType ?? null) === userType) ??
    named[0] ?? {
      name,
      division: 'Corporate',
      costCenter: '1000',
      groups: [],
      offices: {},
      titles: [],
      rhythm: 'office',
    }
  )
}

function namedPeople(): Draft[] {
  return ORGANIZATION.people.map((person) => {
    const { key, firstName, lastName, title, groups } = person
    const userType = person.userType ?? null
    const login = person.login ?? `${plain(firstName)}.${plain(lastName)}@${ORGANIZATION.emailDomain}`
    const department = departmentNamed(person.department, userType)
    const office = officeOf(person.office)
    return {
      key,
      firstName,
      lastName,
      title,
      department,
      office,
      userType,
      groups,
      login,
      quiet: person.quiet ?? false,
    }
  })
}

function inventedPeople(random: Random, taken: Set<string>): Draft[] {
  return ORGANIZATION.departments.flatMap((department) =>
    Object.entries(department.offices).flatMap(([officeKey, count]) =>
      Array.from({ length: count }, () => invent(random, department, officeOf(officeKey), taken)),
    ),
  )
}

function invent(random: Random, department: DepartmentSpec, office: Office, taken: Set<string>): Draft {
  const domain = department.emailDomain ?? ORGANIZATION.emailDomain
  for (;;) {
    const firstName = random.pick(NAMES.first)
    const lastName = random.pick(NAMES.last)
    const login = `${plain(firstName)}.${plain(lastName)}@${domain}`
    if (taken.has(login)) continue
    taken.add(login)
    const title = random.pick(department.titles)
    const userType = department.userType ?? null
    return {
      key: null,
      firstName,
      lastName,
      title,
      department,
      office,
      userType,
      groups: department.groups,
      login,
      quiet: false,
    }
  }
}

function profileOf(draft: Draft, index: number, manager: Draft | null, managerNumber: string | null): Profile {
  const { firstName, lastName, office, department } = draft
  const line = String((index * 7) % 100).padStart(2, '0')
  return {
    login: draft.login,
    email: draft.login,
    firstName,
    lastName,
    displayName: displayNameOf(draft),
    title: draft.title,
    primaryPhone: `${office.phone}${line}`,
    streetAddress: office.street,
    city: office.city,
    state: office.state,
    zipCode: office.zipCode,
    countryCode: office.countryCode,
    preferredLanguage: office.language,
    locale: office.locale,
    timezone: office.timezone,
    userType: draft.userType ?? 'employee',
    employeeNumber: numberOf(index),
    costCenter: department.costCenter,
    organization: department.organization ?? ORGANIZATION.name,
    division: department.division,
    department: department.name,
    manager: manager ? displayNameOf(manager) : null,
    managerId: managerNumber,
  }
}

const numberOf = (index: number) => `TW${String(10_200 + index * 13)}`

/** Heads of departments: of each, the first employee; heads themselves report to the chief executive. */
function managerIndexes(drafts: readonly Draft[]): (number | null)[] {
  const chief = drafts.findIndex((draft) => draft.key === 'cornelia')
  const heads = new Map<string, number>()
  drafts.forEach((draft, index) => {
    if (!draft.userType && !draft.quiet && !heads.has(draft.department.name)) heads.set(draft.department.name, index)
  })
  return drafts.map((draft, index) => {
    if (index === chief) return null
    const head = heads.get(draft.department.name)
    return head === undefined || head === index ? chief : head
  })
}

/** Gives the statuses other than `ACTIVE`, and the new starters, to synthesized people. */
function spread(people: readonly Person[], random: Random): void {
  const order = random.sample(
    people.filter((person) => person.key === null),
    people.length,
  )
  for (const [status, count] of Object.entries(ORGANIZATION.statuses))
    for (const person of order.splice(0, count)) person.status = status as UserStatus
  for (const person of order.splice(0, ORGANIZATION.newStarters)) person.newStarter = true
}

/** Draws the members of groups that gather people from others. */
function joinGatheringGroups(people: readonly Person[], seed: string): void {
  for (const group of GROUPS) {
    if (!group.members) continue
    const { from, count } = group.members
    const eligible = people.filter(
      (person) => person.key === null && person.status === 'ACTIVE' && from.some((key) => person.groupKeys.has(key)),
    )
    for (const person of createRandom(`${seed}/members/${group.key}`).sample(eligible, count))
      person.groupKeys.add(group.key)
  }
}

/** Everybody, the named ones first, in an order that only the seed decides. */
export function buildPeople({ seed, defaults }: SampleOptions, references: References): Person[] {
  const random = createRandom(`${seed}/people`)
  const named = namedPeople()
  const drafts = [...named, ...inventedPeople(random, new Set(named.map((draft) => draft.login)))]
  const managers = managerIndexes(drafts)
  const people = drafts.map((draft, index): Person => {
    const managerIndex = managers[index] ?? null
    const manager = managerIndex === null ? null : (drafts[managerIndex] ?? null)
    return {
      key: draft.key,
      id: draft.key ? references.id('user', draft.key) : sampleId(seed, 'user', draft.login),
      typeId: draft.userType ? references.id('type', draft.userType) : defaults.userTypeId,
      status: 'ACTIVE',
      profile: profileOf(draft, index, manager, managerIndex === null ? null : numberOf(managerIndex)),
      displayName: displayNameOf(draft),
      office: draft.office,
      rhythm: draft.department.rhythm,
      quiet: draft.quiet,
      newStarter: false,
      groupKeys: new Set(draft.groups),
    }
  })
  spread(people, random)
  joinGatheringGroups(people, seed)
  return people
}
