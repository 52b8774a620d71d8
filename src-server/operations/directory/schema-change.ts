import {
  ATTRIBUTE_NAME,
  type BaseAttributeWrite,
  type Choices,
  type CustomAttributeWrite,
  type ProfileSchemaUpdate,
  type SchemaAttribute,
} from '#contract/directory/profile-schema.ts'
import { ApiError, causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { BaseChange, ProfileSchemaRecord } from '#db/tables/profile-schemas.ts'
import type { SchemaForm } from './effective-schema.ts'
import { compilePattern } from './pattern.ts'

/** What an organization has made of a schema. */
export type SchemaState = Pick<ProfileSchemaRecord, 'custom' | 'base'>

/** Names that every object of the language has; as attributes they would be mistaken for those. */
const RESERVED: ReadonlySet<string> = new Set(
  [...Object.getOwnPropertyNames(Object.prototype), 'prototype'].map((name) => name.toLowerCase()),
)

const CUSTOM = 'definitions.custom.properties'
const BASE = 'definitions.base.properties'

/**
 * What a partial update makes of a schema (spec/5 §6): custom attributes that it names are replaced, null removes one; of base
 * attributes a few things change, the others stay as shipped.
 * @throws ApiError E0000001; E0000081 for a reserved name, E0000078 for another type or a base attribute to remove, E0000077 for a
 * base attribute that stays required
 */
export function changedSchema(form: SchemaForm, before: SchemaState, update: ProfileSchemaUpdate): SchemaState {
  const { custom = {}, base = {} } = update.definitions ?? {}
  const after: SchemaState = {
    custom: changedCustom(form, before.custom, custom.properties ?? {}),
    base: changedBase(form, before.base, base.properties ?? {}),
  }
  const causes = [...limitCauses(after.custom)]
  if (causes.length > 0) throw invalidAll(causes)
  return after
}

function changedCustom(
  form: SchemaForm,
  before: SchemaState['custom'],
  properties: Readonly<Record<string, CustomAttributeWrite | null>>,
): SchemaState['custom'] {
  const after = new Map(Object.entries(before))
  const names = new Map([...Object.keys(form.base), ...after.keys()].map((name) => [name.toLowerCase(), name]))
  const causes: ErrorCause[] = []
  // WHY removals first: what goes leaves its name to what comes.
  for (const [name, written] of Object.entries(properties)) {
    if (written !== null || !after.delete(name)) continue
    names.delete(name.toLowerCase())
  }
  for (const [name, written] of Object.entries(properties)) {
    if (written === null) continue
    if (name.length > LIMITS.attributeNameLength || !ATTRIBUTE_NAME.test(name))
      throw invalid(`${CUSTOM}.${name.slice(0, LIMITS.nameLength)}`, BAD_NAME)
    if (RESERVED.has(name.toLowerCase())) throw new ApiError('E0000081', { values: { name } })
    const known = Object.hasOwn(before, name) ? before[name] : undefined
    assertSameType(name, written, known)
    const holder = names.get(name.toLowerCase())
    if (holder !== undefined && !after.has(name))
      causes.push(causeAt(`${CUSTOM}.${name}`, `${holder} is there already`))
    causes.push(...problemsOf(form, written).map(([place, why]) => causeAt(`${CUSTOM}.${name}.${place}`, why)))
    names.set(name.toLowerCase(), name)
    after.set(name, customAttribute(form, written))
  }
  if (causes.length > 0) throw invalidAll(causes)
  return Object.fromEntries(after)
}

/** What is wrong with a name as that of an attribute; undefined for nothing. */
export function attributeNameProblem(name: string): string | undefined {
  if (name.length > LIMITS.attributeNameLength || !ATTRIBUTE_NAME.test(name)) return BAD_NAME
  return RESERVED.has(name.toLowerCase()) ? 'is a reserved name' : undefined
}

const BAD_NAME = `must hold letters, digits and underscores only, begin with no digit, and have at most ${LIMITS.attributeNameLength}`

function assertSameType(name: string, written: CustomAttributeWrite, known: SchemaAttribute | undefined): void {
  if (!known || (written.type === known.type && written.items?.type === known.items?.type)) return
  const errorSummary = `${name} is of the type ${known.type}; remove it first to make it of another`
  throw new ApiError('E0000078', { values: { name }, causes: [{ errorSummary }] })
}

/** A custom attribute as it is stored and answered: false, null and what its kind of schema does not show are left out. */
function customAttribute(form: SchemaForm, written: CustomAttributeWrite): SchemaAttribute {
  const { required, unique, pattern, union, scope = 'NONE', permissions, master, title, type, ...others } = written
  return {
    ...{ title, type, ...others, scope },
    ...(required ? { required } : {}),
    ...(form.governsSelf ? { mutability: 'READ_WRITE' } : {}),
    ...(unique === 'UNIQUE_VALIDATED' ? { unique } : {}),
    ...(pattern ? { pattern } : {}),
    ...(form.governsSelf ? { permissions: permissions?.length ? permissions : READ_ONLY } : {}),
    ...(form.hasMaster ? { master: master ?? { type: 'PROFILE_MASTER' } } : {}),
    ...(union === 'ENABLE' ? { union } : {}),
  }
}

const READ_ONLY: SchemaAttribute['permissions'] = [{ principal: 'SELF', action: 'READ_ONLY' }]

type Problem = readonly [place: string, why: string]

function problemsOf({ takesUnique }: SchemaForm, written: CustomAttributeWrite): Problem[] {
  const { type, items, minLength, maxLength, pattern, unique, enum: values, oneOf } = written
  const problems: Problem[] = []
  const check = (isWrong: boolean, place: string, why: string) => isWrong && problems.push([place, why])
  check(type === 'array' && !items, 'items', 'says what a list holds; it is needed')
  check(type !== 'array' && items !== undefined, 'items', 'is for lists only')
  for (const [place, length] of Object.entries({ minLength, maxLength }))
    check(length !== undefined && type !== 'string', place, 'is for texts only')
  check((minLength ?? 0) > (maxLength ?? Infinity), 'minLength', 'must not be more than maxLength')
  check(unique === 'UNIQUE_VALIDATED' && !takesUnique, 'unique', 'is for people only')
  check(unique === 'UNIQUE_VALIDATED' && !isScalar(type), 'unique', 'is for texts and numbers only')
  check(Boolean(pattern) && type !== 'string', 'pattern', 'is for texts only')
  const compiled = pattern ? compilePattern(pattern) : undefined
  if (typeof compiled === 'string') problems.push(['pattern', compiled])
  check(
    !isScalar(type) && (values ?? oneOf) !== undefined,
    'enum',
    'is for texts and numbers; a list has it in its items',
  )
  if (isScalar(type)) problems.push(...choiceProblems(type, written))
  if (items) problems.push(...choiceProblems(items.type, items).map(([at, why]): Problem => [`items.${at}`, why]))
  return problems
}

const isScalar = (type: string): type is Choices['type'] => type === 'string' || type === 'number' || type === 'integer'

/** What is wrong with values to choose from: all are of the type, none comes twice, and both lists have the same. */
function choiceProblems(type: Choices['type'], { enum: values, oneOf }: Pick<Choices, 'enum' | 'oneOf'>): Problem[] {
  const titled = oneOf?.map((choice) => choice.const)
  const problems: Problem[] = []
  for (const [place, list] of Object.entries({ enum: values, oneOf: titled })) {
    if (!list) continue
    if (list.length === 0) problems.push([place, 'must not be empty'])
    if (!list.every((value) => isOfType(type, value)))
      problems.push([place, `must hold values of the type ${type} only`])
    if (new Set(list).size !== list.length) problems.push([place, 'must not hold a value twice'])
  }
  if (values && titled && !(values.length === titled.length && values.every((value) => titled.includes(value))))
    problems.push(['oneOf', 'must have a title for each value of enum, and no other'])
  return problems
}

/** Whether a value is one of a simple type. */
export function isOfType(type: Choices['type'], value: unknown): boolean {
  if (type === 'string') return typeof value === 'string'
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'number' && Number.isFinite(value)
}

function changedBase(
  form: SchemaForm,
  before: SchemaState['base'],
  properties: Readonly<Record<string, BaseAttributeWrite | null>>,
): SchemaState['base'] {
  const after = { ...before }
  for (const [name, written] of Object.entries(properties)) {
    if (!Object.hasOwn(form.base, name)) throw invalid(`${BASE}.${name}`, 'is no base attribute')
    if (written === null) throw new ApiError('E0000078', { values: { name } })
    if (written.required === false && form.needed.includes(name)) throw new ApiError('E0000077', { values: { name } })
    const { pattern, ...change } = baseChange(before[name], written)
    if (pattern) assertPattern(name, pattern)
    after[name] = pattern ? { ...change, pattern } : change
  }
  return after
}

function baseChange(before: BaseChange = {}, { required, pattern, permissions, master }: BaseAttributeWrite) {
  return {
    ...before,
    ...(required === undefined ? {} : { required }),
    ...(permissions?.length ? { permissions } : {}),
    ...(master ? { master } : {}),
    ...(pattern === undefined ? {} : { pattern }),
  }
}

/** Only logins take one (spec/5 §6). */
function assertPattern(name: string, pattern: string): void {
  const location = `${BASE}.${name}.pattern`
  if (name !== 'login') throw invalid(location, 'is for login and custom attributes only')
  const compiled = compilePattern(pattern)
  if (typeof compiled === 'string') throw invalid(location, compiled)
}

function* limitCauses(custom: SchemaState['custom']): Generator<ErrorCause> {
  const attributes = Object.values(custom)
  const unique = attributes.filter((attribute) => attribute.unique).length
  if (attributes.length > LIMITS.schemaAttributes)
    yield causeAt(CUSTOM, `a schema has at most ${LIMITS.schemaAttributes} custom attributes`)
  if (unique > LIMITS.schemaUniqueAttributes)
    yield causeAt(CUSTOM, `a schema has at most ${LIMITS.schemaUniqueAttributes} unique attributes`)
  if (Buffer.byteLength(JSON.stringify(custom)) > LIMITS.schemaBytes)
    yield causeAt(CUSTOM, `all attributes together take more than ${LIMITS.schemaBytes} bytes`)
}
