import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import { LIMITS } from '../../contract/limits.ts'
import { newId } from '../../db/ids.ts'
import { changeDetails, userTypeTarget } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'

export interface UserTypeRow {
  id: string
  name: string
  display_name: string
  description: string
  is_default: number
  created_by: string
  last_updated_by: string
  created: string
  last_updated: string
}

export function listUserTypes(service: Service): Promise<UserTypeRow[]> {
  return service.store.read.all<UserTypeRow>('SELECT * FROM user_types ORDER BY is_default DESC, created, id')
}

/** @param typeId an id, or `default` */
export async function requireUserType(service: Service, typeId: string): Promise<UserTypeRow> {
  const where = typeId === 'default' ? 'is_default = 1 OR id = ?' : 'id = ?'
  const row = await service.store.read.first<UserTypeRow>(`SELECT * FROM user_types WHERE ${where}`, [typeId])
  if (!row) throw notFound(typeId, 'UserType')
  return row
}

export function createUserType(
  service: Service,
  act: Act,
  body: { name: string; displayName: string; description?: string },
): Promise<string> {
  return service.write(act, async (unit) => {
    const { UserType } = service.store.models
    const taken = await unit.statements.first('SELECT 1 FROM user_types WHERE name = ?', [body.name])
    if (taken) throw invalid('name', `another user type is named ${body.name}`)
    const count = await unit.statements.first<{ count: number }>('SELECT count(*) AS count FROM user_types')
    if ((count?.count ?? 0) >= LIMITS.userTypes)
      throw invalid('name', `an organization has at most ${LIMITS.userTypes} user types`)
    const id = newId('userType')
    await UserType.create(
      {
        id,
        name: body.name,
        displayName: body.displayName,
        description: body.description ?? '',
        isDefault: false,
        createdBy: act.actor.id,
        lastUpdatedBy: act.actor.id,
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    unit.record({
      type: 'directory.non_default_user_profile.create',
      targets: [userTypeTarget({ id, displayName: body.displayName, name: body.name })],
    })
    return id
  })
}

/**
 * Changes what people read of a user type; what is not given stays. @param typeId an id, or `default`
 * @throws E0000001 for another `name`
 */
export function updateUserType(
  service: Service,
  act: Act,
  typeId: string,
  body: { name?: string; displayName?: string; description?: string },
): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireUserType(service, typeId)
    attemptChange(unit, before, 'forbidden')
    if (body.name !== undefined && body.name !== before.name)
      throw invalid('name', `this user type is named ${before.name}; the name cannot change`)
    const old = { displayName: before.display_name, description: before.description }
    const after = {
      displayName: body.displayName ?? old.displayName,
      description: body.description ?? old.description,
    }
    await service.store.models.UserType.update(
      { ...after, lastUpdatedBy: act.actor.id, lastUpdated: unit.now },
      { where: { id: before.id }, transaction: unit.transaction },
    )
    recordChange(unit, before, after)
  })
}

/** Deletes a user type. @throws E0000142 for the default one, or while anybody is of it (spec/2 "Errors") */
export function deleteUserType(service: Service, act: Act, typeId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const type = await requireUserType(service, typeId)
    attemptChange(unit, type, 'all')
    if (type.is_default === 1) throw undeletable('PROHIBITED', 'the default user type stays')
    const people = await unit.statements.first<{ count: number }>(
      'SELECT count(*) AS count FROM users WHERE type_id = ?',
      [type.id],
    )
    if (people?.count) throw undeletable('UNMET_REQUIREMENTS', `${people.count} people are of this type`)
    await unit.statements.run('DELETE FROM user_types WHERE id = ?', [type.id])
    recordChange(unit, type, {})
  })
}

function undeletable(reason: string, message: string): ApiError {
  const errorSummary = `${reason}: ${message}`
  return new ApiError('E0000142', { causes: [{ errorSummary, reason, location: 'typeId', locationType: 'path' }] })
}

/** WHY this event for a deletion too: the catalogue has no other for user types that exist already. */
function recordChange(unit: Unit, before: UserTypeRow, after: { displayName?: string; description?: string }): void {
  const { id, name, display_name: displayName, description } = before
  const details = changeDetails({ displayName, description }, after)
  const target = userTypeTarget({ id, name, displayName: after.displayName ?? displayName }, details)
  unit.record({ type: 'directory.user_profile.update', targets: [target] })
}

function attemptChange(unit: Unit, { id, name, display_name }: UserTypeRow, refusals: 'all' | 'forbidden'): void {
  const targets = [userTypeTarget({ id, name, displayName: display_name })]
  unit.attempt({ type: 'directory.user_profile.update', targets, refusals })
}
