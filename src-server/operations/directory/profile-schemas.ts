import type { CustomAttribute, ProfileSchemaUpdate, SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails, settingTarget, userTypeTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { randomText } from '#db/ids.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { builtInGroup } from '#db/tables/groups.ts'
import { GROUP_SCHEMA, profileSchemas, uniqueAttributes } from '#db/tables/profile-schemas.ts'
import { defaultUserType, userTypes, type UserTypeRecord } from '#db/tables/users.ts'
import { appForm, baseAttributes, GROUP_FORM, USER_FORM, type SchemaForm } from './effective-schema.ts'
import {
  countValues,
  PROFILES_IN_APP,
  PROFILES_OF_GROUPS,
  PROFILES_OF_TYPE,
  removeValues,
  sharedValue,
  type ProfileHolders,
} from './profile-values.sql.ts'
import { changedSchema, type SchemaState } from './schema-change.ts'

/** Whose profiles a schema governs. */
interface SchemaOwner {
  readonly form: SchemaForm
  /** As {@link profileSchemas} knows it. */
  readonly id: string
  readonly event: EventType
  readonly target: (details?: LogTarget['changeDetails']) => LogTarget
  /** Where the profiles are. */
  readonly holders: ProfileHolders
}

/** A schema as it is now. */
export interface SchemaView {
  readonly base: Readonly<Record<string, SchemaAttribute>>
  readonly custom: Readonly<Record<string, SchemaAttribute>>
  /** Of an application's schema: what ends its name; null before its first change. */
  readonly suffix: string | null
  /** Null before its first change. */
  readonly lastUpdated: string | null
}

/** @returns what the schema of an owner holds */
export async function schemaOf(reader: Reader, { form, id }: Pick<SchemaOwner, 'form' | 'id'>): Promise<SchemaView> {
  const record = await profileSchemas.get(reader, id)
  const { base = {}, custom = {}, suffix = null, lastUpdated = null } = record ?? {}
  return { base: baseAttributes(form, base), custom, suffix, lastUpdated }
}

/** @param schemaId an id, or `default` @throws ApiError E0000007 */
export async function requireTypeOfSchema(reader: Reader, schemaId: string): Promise<UserTypeRecord> {
  const type = await (schemaId === 'default'
    ? defaultUserType(reader)
    : userTypes.findOne(reader, { where: { schemaId } }))
  if (!type) throw notFound(schemaId, 'UserSchema')
  return type
}

/** The people of a type. */
export function ownerOfType({ id, name, displayName }: UserTypeRecord): SchemaOwner {
  return {
    form: USER_FORM,
    id,
    event: 'directory.user_profile.update',
    target: (details) => userTypeTarget({ id, name, displayName }, details),
    holders: PROFILES_OF_TYPE,
  }
}

/** All groups. */
const GROUPS: SchemaOwner = {
  form: GROUP_FORM,
  id: GROUP_SCHEMA,
  event: 'gatehouse.group_schema.update',
  target: (details) => settingTarget({ id: 'groupSchema', name: 'Schema of groups' }, details),
  holders: PROFILES_OF_GROUPS,
}

/** The people and groups of an application. */
export function ownerOfApp({ id, name, label, signOnMode }: AppRecord): SchemaOwner {
  return {
    form: appForm(signOnMode),
    id,
    event: 'directory.app_user_profile.update',
    target: (details) => appTarget({ id, name, label }, details),
    holders: PROFILES_IN_APP,
  }
}

/** The schema of groups, and since when it is there. */
export async function groupSchema(reader: Reader): Promise<{ schema: SchemaView; created: string }> {
  const everyone = await builtInGroup(reader, 'everyone')
  return { schema: await schemaOf(reader, GROUPS), created: everyone?.created ?? new Date(0).toISOString() }
}

/** @throws ApiError as {@link updateSchema} */
export function updateGroupSchema(tx: Tx, update: ProfileSchemaUpdate): Promise<void> {
  return updateSchema(tx, GROUPS, update)
}

/**
 * How many profiles have a value for an attribute.
 * @param schemaId as {@link requireTypeOfSchema} takes it, `group`, or the id of an application
 */
export async function countUse(reader: Reader, schemaId: string, name: string): Promise<number> {
  if (schemaId === GROUP_SCHEMA) return countValues(reader, GROUPS, name)
  const app = await apps.get(reader, schemaId)
  const owner = app ? ownerOfApp(app) : ownerOfType(await requireTypeOfSchema(reader, schemaId))
  return countValues(reader, owner, name)
}

/**
 * Changes a schema, partially (spec/5 §6). The values of an attribute that is removed go with it, in the same transaction, so that it can
 * be added again at once and never shows what it held before; who it is of has not changed otherwise.
 * @throws ApiError as {@link changedSchema} does; E0000001 for an attribute to be unique of which values are shared
 */
export async function updateSchema(tx: Tx, owner: SchemaOwner, update: ProfileSchemaUpdate): Promise<void> {
  const { form, id, event, target } = owner
  tx.authorize(event, [target()], 'well-formed')
  const record = await profileSchemas.get(tx, id)
  const before: SchemaState = record ?? { custom: {}, base: {} }
  const after = changedSchema(form, before, update)
  const shown = ({ base, custom }: SchemaState) => ({ ...baseAttributes(form, base), ...custom })
  // WHY as it is shown: what says of an attribute what holds anyway changes nothing.
  const details = changeDetails(shown(before), shown(after))
  if (!details) return
  const changes = { ...after, version: tx.newId('schema'), suffix: record?.suffix ?? newSuffix(), lastUpdated: tx.now }
  if (record) await profileSchemas.update(tx, record, changes)
  else await profileSchemas.insert(tx, { ownerId: id, ...changes })
  await setUniqueAttributes(tx, owner, before, after)
  await removeValues(
    tx,
    owner,
    Object.keys(before.custom).filter((name) => !Object.hasOwn(after.custom, name)),
  )
  tx.record({ type: event, targets: [target(details)] })
}

const newSuffix = () => randomText(7).toLowerCase()

const uniqueIn = ({ custom }: SchemaState) => Object.keys(custom).filter((name) => custom[name]?.unique)

async function setUniqueAttributes(tx: Tx, owner: SchemaOwner, before: SchemaState, after: SchemaState): Promise<void> {
  const [were, are] = [uniqueIn(before), uniqueIn(after)]
  for (const name of were.filter((known) => !are.includes(known)))
    await uniqueAttributes.remove(tx, { typeId: owner.id, name })
  for (const name of are.filter((known) => !were.includes(known))) {
    if (Object.hasOwn(before.custom, name)) await assertNoSharedValue(tx, owner.id, name)
    await uniqueAttributes.insert(tx, { typeId: owner.id, name })
  }
}

/** Among the people of a type, and with those of other types for whom it is unique. */
async function assertNoSharedValue(tx: Tx, typeId: string, name: string): Promise<void> {
  const shared = await sharedValue(tx, typeId, name)
  if (shared === undefined) return
  const place = `definitions.custom.properties.${name}.unique`
  throw invalid(place, `several people have the value ${shared.slice(0, 100)}`)
}

/** A new user type begins with the base attributes as the default type has them, and with no custom ones (spec/2 "User types"). */
export async function copyBaseOfDefault(tx: Tx, typeId: string): Promise<void> {
  const usual = await requireTypeOfSchema(tx, 'default')
  const record = await profileSchemas.get(tx, usual.id)
  if (!record || Object.keys(record.base).length === 0) return
  const { base } = record
  await profileSchemas.insert(tx, {
    ...{ ownerId: typeId, version: tx.newId('schema'), base, custom: {}, suffix: null, lastUpdated: tx.now },
  })
}

/** Removes what a schema has of its own, when its owner goes. */
export async function removeSchema(tx: Tx, ownerId: string): Promise<void> {
  await profileSchemas.remove(tx, { ownerId })
}

/**
 * The custom attributes of all people, or of all groups; those of several user types that have a name and a type in common count
 * once.
 */
export async function customAttributesOf(reader: Reader, kind: 'user' | 'group'): Promise<CustomAttribute[]> {
  const ownerId = kind === 'group' ? GROUP_SCHEMA : (await userTypes.findAll(reader)).map(({ id }) => id)
  const found = new Map<string, CustomAttribute>()
  for (const { custom } of await profileSchemas.findAll(reader, { where: { ownerId }, order: ['ownerId'] }))
    for (const [name, { title, type, items }] of Object.entries(custom))
      found.set(`${name} ${type} ${items?.type ?? ''}`, {
        ...{ name, title, type },
        ...(items ? { items: { type: items.type } } : {}),
      })
  return [...found.values()]
}
