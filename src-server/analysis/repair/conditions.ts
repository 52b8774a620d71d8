import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { ALL_ZONES, type RuleConditionKey, type RuleConditions } from '#contract/policy/conditions.ts'
import { conditionPhrases, describeConditions, formatList, namesEveryone, type NameOf } from '#policy/index.ts'
import type { Scope } from '../scope.ts'

/** Conditions, and what they do before or after the name of a rule. */
interface Conditions {
  conditions: RuleConditions
  text: string
}

type Given = RuleConditions | null | undefined
type Lists = { include?: string[] | undefined; exclude?: string[] | undefined }

const has = (ids: readonly string[] | undefined): ids is string[] => ids !== undefined && ids.length > 0
const union = (some: readonly string[] = [], more: readonly string[] = []) => [...new Set([...some, ...more])]
const named = (ids: readonly string[], nameOf: NameOf) => formatList(ids.map((id) => nameOf(id) ?? id))

/** What part of a scope makes of the conditions of a rule that is to leave it out. */
interface Restriction {
  key: RuleConditionKey
  conditions: RuleConditions
  text: (rule: string) => string
}

/**
 * The ways to restrict a rule by one condition, so that it does not match what a scope is about: it excludes those whom the scope includes, or
 * is for those alone whom the scope leaves out. A condition that says otherwise already stays as it is.
 */
export function restrictions(
  given: Given,
  scope: Scope,
  { type, everyone, nameOf }: { type: PolicyType; everyone: string; nameOf: NameOf },
): { conditions: RuleConditions; text: (rule: string) => string }[] {
  const all = [
    ...ofPeople(given, scope, { everyone, nameOf }),
    ...ofUserType(given, scope, nameOf),
    ...ofNetwork(given, scope, nameOf),
    ...ofDevice(given, scope),
    ...ofRisk(given, scope),
  ]
  return all.filter(({ key }) => policyType(type).ruleConditions.includes(key))
}

const excluding = (names: string) => (rule: string) => `Exclude ${names} from ${rule}`
const limiting = (names: string) => (rule: string) => `Limit ${rule} to ${names}`

function ofPeople(
  given: Given,
  { people: asked }: Scope,
  { everyone, nameOf }: { everyone: string; nameOf: NameOf },
): Restriction[] {
  const made: Restriction[] = []
  const { people = {} } = given ?? {}
  for (const list of ['groups', 'users'] as const) {
    const theirs: Lists = people[list] ?? {}
    const { include, exclude }: Lists = asked?.[list] ?? {}
    const withLists = (lists: Lists): RuleConditions => ({ ...given, people: { ...people, [list]: lists } })
    if (has(include) && !include.includes(everyone))
      made.push({
        key: 'people',
        conditions: withLists({ ...theirs, exclude: union(theirs.exclude, include) }),
        text: excluding(named(include, nameOf)),
      })
    if (list === 'groups' && has(exclude) && forAll(people, everyone))
      made.push({
        key: 'people',
        conditions: withLists({ ...theirs, include: [...exclude] }),
        text: limiting(named(exclude, nameOf)),
      })
  }
  return made
}

/** Whether people are not limited to some. */
const forAll = ({ users, groups }: NonNullable<RuleConditions['people']>, everyone: string) =>
  !has(users?.include) && (!has(groups?.include) || namesEveryone(groups.include, everyone))

function ofUserType(given: Given, { userType: asked }: Scope, nameOf: NameOf): Restriction[] {
  const { include = [], exclude = [] } = given?.userType ?? {}
  const made: Restriction[] = []
  const withLists = (lists: { include: string[]; exclude: string[] }): RuleConditions => ({ ...given, userType: lists })
  if (has(asked?.include))
    made.push({
      key: 'userType',
      conditions: withLists({ include, exclude: union(exclude, asked.include) }),
      text: excluding(`people of type ${named(asked.include, nameOf)}`),
    })
  if (has(asked?.exclude) && include.length === 0)
    made.push({
      key: 'userType',
      conditions: withLists({ include: [...asked.exclude], exclude }),
      text: limiting(`people of type ${named(asked.exclude, nameOf)}`),
    })
  return made
}

const zonesText = (ids: readonly string[], nameOf: NameOf) =>
  ids.includes(ALL_ZONES) ? 'any zone' : named(ids, nameOf)

function ofNetwork(given: Given, { network: asked }: Scope, nameOf: NameOf): Restriction[] {
  if (asked?.connection !== 'ZONE') return []
  const { include, exclude } = given?.network ?? {}
  const mixes = (some: readonly string[] | undefined, more: readonly string[]) =>
    has(some) && [...some, ...more].includes(ALL_ZONES)
  const withZones = (lists: Lists): RuleConditions => ({ ...given, network: { connection: 'ZONE', ...lists } })
  const made: Restriction[] = []
  if (has(asked.include) && !mixes(exclude, asked.include))
    made.push({
      key: 'network',
      conditions: withZones({ ...(has(include) && { include }), exclude: union(exclude, asked.include) }),
      text: excluding(`sign-ins from ${zonesText(asked.include, nameOf)}`),
    })
  if (has(asked.exclude) && !has(include))
    made.push({
      key: 'network',
      conditions: withZones({ include: [...asked.exclude], ...(has(exclude) && { exclude }) }),
      text: limiting(`sign-ins from ${zonesText(asked.exclude, nameOf)}`),
    })
  return made
}

type Device = NonNullable<RuleConditions['device']>
/** The devices that are not what a scope asks for, each as a condition of a rule: one of a managed device asks that it is registered. */
const OTHER_DEVICES = {
  registered: { true: [{ registered: false }], false: [{ registered: true }] },
  managed: {
    true: [{ registered: true, managed: false }, { registered: false }],
    false: [{ registered: true, managed: true }],
  },
} satisfies Record<string, Record<string, Device[]>>

const deviceText = ({ registered, managed }: Device) =>
  managed === undefined
    ? `${registered ? '' : 'un'}registered devices`
    : `registered devices that are ${managed ? '' : 'not '}managed`

function ofDevice(given: Given, { device: asked }: Scope): Restriction[] {
  if (given?.device && Object.keys(given.device).length > 0) return []
  return (['registered', 'managed'] as const).flatMap((name) => {
    const state = asked?.[name]
    if (state === undefined) return []
    return OTHER_DEVICES[name][`${state}`].map((device) => ({
      key: 'device' as const,
      conditions: { ...given, device },
      text: limiting(deviceText(device)),
    }))
  })
}

const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const

function ofRisk(given: Given, { riskScore: asked }: Scope): Restriction[] {
  if ((given?.riskScore?.level ?? 'ANY') !== 'ANY' || !asked || asked.level === 'ANY') return []
  return LEVELS.filter((level) => level !== asked.level).map((level) => ({
    key: 'riskScore',
    conditions: { ...given, riskScore: { level } },
    text: limiting(`sign-ins at ${level.toLowerCase()} risk`),
  }))
}

/**
 * Conditions of a new rule for what a scope is about, or for a part of it where one rule cannot say all: an unmanaged device is one that is not
 * registered, or one that is. None where rules of the type cannot ask for it, or
 * nothing is asked for.
 */
export function coverings(scope: Scope, type: PolicyType, nameOf: NameOf): Conditions[] {
  const { device, ...others } = scope
  const allowed = policyType(type).ruleConditions
  if (Object.keys(scope).some((key) => !allowed.includes(key as RuleConditionKey))) return []
  return devicesOf(device)
    .map((each): RuleConditions => ({ ...others, ...(each && { device: each }) }))
    .filter((conditions) => conditionPhrases(conditions).length > 0)
    .map((conditions) => ({ conditions, text: describeConditions(conditions, nameOf) }))
}

function devicesOf(device: Scope['device']): (Device | null)[] {
  if (!device) return [null]
  const { registered, managed } = device
  if (managed === undefined) return [{ registered }]
  if (managed) return registered === false ? [] : [{ registered: true, managed: true }]
  return [
    ...(registered === true ? [] : [{ registered: false }]),
    ...(registered === false ? [] : [{ registered: true, managed: false }]),
  ]
}
