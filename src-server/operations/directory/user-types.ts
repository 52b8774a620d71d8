import { invalid, notFound } from '../../contract/api-error.ts'
import { LIMITS } from '../../contract/limits.ts'
import { newId } from '../../db/ids.ts'
import { userTypeTarget } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'

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
