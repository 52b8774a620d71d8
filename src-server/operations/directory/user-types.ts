import { sqlCondition } from '#db/tables/table.ts'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, userTypeTarget } from '#contract/log/targets.ts'
import type { DenialAudit, Reader, Tx } from '#audit-log/transaction.ts'
import { defaultUserType, users, userTypes, type UserTypeRecord } from '#db/tables/users.ts'
import { assertQuota, assertUniqueName } from '../service/checks.ts'
import { copyBaseOfDefault, removeSchema } from './profile-schemas.ts'

export function listUserTypes(reader: Reader): Promise<UserTypeRecord[]> {
  const { condition } = reader.visible('read', 'userType')
  return userTypes.findAll(reader, {
    where: sqlCondition(condition),
    order: [['isDefault', 'DESC'], 'created', 'id'],
  })
}

/** @param typeId an id, or `default` @throws ApiError E0000007 */
export async function requireUserType(reader: Reader, typeId: string): Promise<UserTypeRecord> {
  const type = await (typeId === 'default' ? defaultUserType(reader) : userTypes.get(reader, typeId))
  return type ?? userTypes.missing(typeId)
}

/** @returns the id */
export async function createUserType(
  tx: Tx,
  { name, displayName, description = '' }: { name: string; displayName: string; description?: string },
): Promise<string> {
  tx.authorize('directory.non_default_user_profile.create', [], 'never')
  await assertUniqueName(tx, userTypes, 'user type', name)
  const max = LIMITS.userTypes
  await assertQuota(tx, userTypes, { max, message: `an organization has at most ${max} user types` })
  const id = tx.newId('userType')
  const author = tx.context.principal.id
  const stamp = { createdBy: author, lastUpdatedBy: author, created: tx.now, lastUpdated: tx.now }
  const schemaId = tx.newId('schema')
  await userTypes.insert(tx, { id, name, displayName, description, isDefault: false, schemaId, ...stamp })
  await copyBaseOfDefault(tx, id)
  const targets = [userTypeTarget({ id, displayName, name })]
  tx.record({ type: 'directory.non_default_user_profile.create', targets })
  return id
}

/**
 * Changes how a user type is shown; fields that are not given stay. @param typeId an id, or `default`
 * @throws ApiError E0000001 for another `name`
 */
export async function updateUserType(
  tx: Tx,
  typeId: string,
  body: { name?: string; displayName?: string; description?: string },
): Promise<void> {
  const before = await requireUserType(tx, typeId)
  authorizeChange(tx, before, 'well-formed')
  if (body.name !== undefined && body.name !== before.name)
    throw invalid('name', `this user type is named ${before.name}; the name cannot change`)
  const { displayName = before.displayName, description = before.description } = body
  const after = { displayName, description }
  await userTypes.update(tx, before, { ...after, lastUpdatedBy: tx.context.principal.id, lastUpdated: tx.now })
  recordChange(tx, before, after)
}

/** @throws ApiError E0000142 for the default type, or while anybody is of it (spec/2 "Errors") */
export async function deleteUserType(tx: Tx, typeId: string): Promise<void> {
  const type = await requireUserType(tx, typeId)
  authorizeChange(tx, type, 'all')
  if (type.isDefault) throw undeletable('PROHIBITED', 'the default user type stays')
  const people = await users.count(tx, { typeId: type.id })
  if (people) throw undeletable('UNMET_REQUIREMENTS', `${people} people are of this type`)
  await removeSchema(tx, type.id)
  await userTypes.remove(tx, type)
  recordChange(tx, type, {})
}

function undeletable(reason: string, message: string): ApiError {
  const errorSummary = `${reason}: ${message}`
  return new ApiError('E0000142', { causes: [{ errorSummary, reason, location: 'typeId', locationType: 'path' }] })
}

const ACTION = 'directory.user_profile.update'

function authorizeChange(tx: Tx, { id, name, displayName }: UserTypeRecord, audit: DenialAudit): void {
  tx.authorize(ACTION, [userTypeTarget({ id, name, displayName })], audit)
}

/** WHY this event for a deletion too: the catalogue has no other for user types that exist already. */
function recordChange(tx: Tx, before: UserTypeRecord, after: { displayName?: string; description?: string }): void {
  const { id, name, displayName, description } = before
  const details = changeDetails({ displayName, description }, after)
  const target = userTypeTarget({ id, name, displayName: after.displayName ?? displayName }, details)
  tx.record({ type: ACTION, targets: [target] })
}
