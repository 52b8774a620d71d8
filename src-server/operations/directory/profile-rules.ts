import { LRUCache } from 'lru-cache'
import { NOT_KNOWN } from '#contract/interface/schema-causes.ts'
import { baseUserShape } from '#contract/directory/base-profile.ts'
import type { GroupProfile } from '#contract/directory/group.ts'
import type { Profile } from '#contract/directory/user.ts'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { GROUP_SCHEMA, profileSchemas, type ProfileSchemaRecord } from '#db/tables/profile-schemas.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { AS_IT_IS, checkedAt, type Refusal } from '../service/checks.ts'
import { appForm, baseAttributes, GROUP_FORM, requiredNames, USER_FORM, type SchemaForm } from './effective-schema.ts'
import { compilePattern } from './pattern.ts'
import { firstTakenValue } from './people.sql.ts'
import { isOfType } from './schema-change.ts'

/** What a schema asks of profiles, ready to be asked. */
export interface ProfileRules {
  /** Base and custom attributes. */
  readonly attributes: ReadonlyMap<string, SchemaAttribute>
  readonly required: readonly string[]
  readonly unique: readonly string[]
}

/** Profiles as they are stored. */
type Values = Readonly<Record<string, unknown>>

const compiled = new LRUCache<string, ProfileRules>({ max: 100 })

/**
 * The rules of a schema. They are made once for each version of it, and known by the version alone: so what a transaction has changed
 * holds in that transaction already, and nothing has to be dropped when it is committed or taken back.
 */
async function rulesOf(reader: Reader, form: SchemaForm, ownerId: string): Promise<ProfileRules> {
  const record = await profileSchemas.get(reader, ownerId)
  if (!record) return toRules(form)
  const known = compiled.get(record.version)
  if (known) return known
  const rules = toRules(form, record)
  compiled.set(record.version, rules)
  return rules
}

function toRules(form: SchemaForm, { base, custom }: Pick<ProfileSchemaRecord, 'base' | 'custom'> = NOTHING) {
  const attributes = { ...baseAttributes(form, base), ...custom }
  return {
    attributes: new Map(Object.entries(attributes)),
    required: requiredNames(attributes),
    unique: Object.keys(custom).filter((name) => custom[name]?.unique),
  }
}

const NOTHING = { base: {}, custom: {} }

/**
 * Refuses a profile that the schema of its user type does not allow. The one check for everything that writes the profile of a person,
 * called in the transaction that does. Values that a person has already are not asked again: who was there before a rule is only held to
 * it where an attribute is written, and to what is required at the next write of any.
 * @param profile whole, as it is to be stored @param before the person as they are; absent for a new one
 * @throws ApiError E0000001 with a cause for each attribute at fault
 */
export function assertValidProfile(
  reader: Reader,
  typeId: string,
  profile: Profile,
  before?: CheckedProfile['before'],
): Promise<void> {
  return assertValidProfiles(reader, [{ typeId, profile, before }])
}

/** The rules of user types, for one who checks person after person. */
export type RulesByType = ReadonlyMap<string, ProfileRules>

/** Reads the rules of user types as they are now. */
export async function userRules(reader: Reader, typeIds: Iterable<string>): Promise<RulesByType> {
  const byType = new Map<string, ProfileRules>()
  for (const typeId of new Set(typeIds)) byType.set(typeId, await rulesOf(reader, USER_FORM, typeId))
  return byType
}

/** A profile whole, as it is to be stored, and whose it is: the person as they are; absent for a new one. */
interface CheckedProfile {
  typeId: string
  profile: Profile
  before?: Pick<UserRecord, 'id' | 'typeId' | 'profile'> | undefined
}

/** {@link assertValidProfile} for many, who are written together. @param given the rules of their types, where they are read already */
export async function assertValidProfiles(
  reader: Reader,
  people: readonly CheckedProfile[],
  refusal: Refusal = AS_IT_IS,
  given?: RulesByType,
): Promise<void> {
  const typeIds = people.map(({ typeId }) => typeId)
  const byType = given ?? (await userRules(reader, typeIds))
  const values: UniqueValue[] = []
  for (const [at, { typeId, profile, before }] of people.entries()) {
    const rules = byType.get(typeId) as ProfileRules
    const settled = before?.typeId === typeId ? before.profile : {}
    checkedAt(at, refusal, () => assertValues(rules, profile, settled, baseProblem))
    for (const name of rules.unique) {
      const value = profile[name]
      if (value !== undefined && value !== null) values.push({ at, name, value: String(value), of: before?.id ?? '' })
    }
  }
  await assertUniqueValues(reader, values, refusal)
}

/** {@link assertValidProfile} for groups; their base attributes were read already. @param before the group as it is; absent for a new one */
export async function assertValidGroupProfile(
  reader: Reader,
  profile: GroupProfile,
  before?: Pick<GroupRecord, 'profile'>,
): Promise<void> {
  const rules = await rulesOf(reader, GROUP_FORM, GROUP_SCHEMA)
  assertValues(rules, profile, before?.profile ?? {}, () => undefined)
}

/** What the schema of an application asks of profiles there; the name that a person has there is none of it, but a credential. */
export async function appProfileRules(
  reader: Reader,
  { id, signOnMode }: Pick<AppRecord, 'id' | 'signOnMode'>,
): Promise<ProfileRules> {
  const { attributes, required, unique } = await rulesOf(reader, appForm(signOnMode), id)
  const isOther = (name: string) => name !== 'userName'
  return {
    attributes: new Map([...attributes].filter(([name]) => isOther(name))),
    required: required.filter(isOther),
    unique,
  }
}

/** Refuses a profile in an application. @param profile whole @param settled what need not be asked again @throws ApiError E0000001 */
export function assertValidAppProfile(rules: ProfileRules, profile: Values, settled: Values): void {
  assertValues(rules, profile, settled, () => undefined)
}

/** @param settled what is stored already @param baseProblem what is wrong with the value of a base attribute, in all organizations */
function assertValues(
  { attributes, required }: ProfileRules,
  profile: Values,
  settled: Values,
  baseProblem: (name: string, value: unknown) => string | undefined,
): void {
  const causes: ErrorCause[] = []
  for (const [name, value] of Object.entries(profile)) {
    const attribute = attributes.get(name)
    if (isSame(value, settled[name])) continue
    const problem = attribute ? (baseProblem(name, value) ?? problemOf(attribute, value)) : NOT_KNOWN
    if (problem !== undefined) causes.push(causeAt(`profile.${name}`, problem))
    if (causes.length >= LIMITS.errorCauses) break
  }
  const blank = required.filter((name) => !Object.hasOwn(profile, name) || isBlank(profile[name]))
  causes.push(...blank.map((name) => causeAt(`profile.${name}`, 'is required')))
  if (causes.length > 0) throw invalidAll(causes)
}

const isSame = (value: unknown, stored: unknown) =>
  value === stored || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(stored))

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function baseProblem(name: string, value: unknown): string | undefined {
  const field = Object.hasOwn(baseUserShape, name) ? baseUserShape[name as keyof typeof baseUserShape] : undefined
  return field?.safeParse(value).error?.issues[0]?.message
}

/** What is wrong with a value; null takes it away, which is fine unless it is required. */
function problemOf(attribute: SchemaAttribute, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const { type, items } = attribute
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (type !== 'array') return scalarProblem({ ...attribute, type }, value)
  if (!Array.isArray(value)) return 'must be a list'
  if (value.length > LIMITS.attributeItems) return `must have at most ${LIMITS.attributeItems} entries`
  const { type: itemType = 'string' } = items ?? {}
  for (const [index, item] of value.entries()) {
    const problem = scalarProblem({ ...items, type: itemType }, item)
    if (problem !== undefined) return `${problem}; entry ${index + 1} is not`
  }
  return undefined
}

type Scalar = Pick<SchemaAttribute, 'enum' | 'oneOf' | 'minLength' | 'maxLength' | 'pattern'> & {
  type: Exclude<SchemaAttribute['type'], 'array' | 'boolean'>
}

const NOUNS = { string: 'a text', number: 'a number', integer: 'a whole number' } as const

function scalarProblem({ type, enum: values, oneOf, ...attribute }: Scalar, value: unknown): string | undefined {
  if (!isOfType(type, value)) return `must be ${NOUNS[type]}`
  const choices = values ?? oneOf?.map((choice) => choice.const)
  if (choices && !choices.includes(value as string)) return 'must be one of the values of its schema'
  return typeof value === 'string' ? textProblem(attribute, value) : undefined
}

function textProblem(attribute: Omit<Scalar, 'type' | 'enum' | 'oneOf'>, value: string): string | undefined {
  const { minLength = 0, maxLength = LIMITS.attributeTextLength, pattern } = attribute
  // An empty text is no value, as in base attributes.
  if (value === '') return undefined
  if (value.length < minLength) return `must have at least ${minLength} characters`
  if (value.length > maxLength) return `must have at most ${maxLength} characters`
  const matches = pattern === undefined ? undefined : compilePattern(pattern)
  return typeof matches === 'function' && !matches(value) ? `does not match the pattern ${pattern}` : undefined
}

/** A value that no other person may have. */
interface UniqueValue {
  /** The place of the person among all who are checked, and their id; empty for a new one. */
  at: number
  of: string
  name: string
  value: string
}

/** Case is ignored, as in logins. */
async function assertUniqueValues(reader: Reader, values: readonly UniqueValue[], refusal: Refusal): Promise<void> {
  if (values.length === 0) return
  const refuse = ({ at, name, value }: UniqueValue) =>
    refusal(invalid(`profile.${name}`, `another person has the value ${value.slice(0, LIMITS.nameLength)}`), at)
  const seen = new Set<string>()
  for (const given of values) {
    const key = JSON.stringify([given.name, withoutCase(given.value)])
    if (seen.has(key)) throw refuse(given)
    seen.add(key)
  }
  const place = await firstTakenValue(
    reader,
    values.map(({ name, value, of }) => [name, value, of]),
  )
  const taken = values[place ?? -1]
  if (taken) throw refuse(taken)
}

/** As the file compares them. */
const withoutCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
