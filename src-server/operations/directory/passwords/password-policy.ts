import { passwordHolder } from '#contract/directory/user-credentials.ts'
import { completeSettings, evaluate } from '#policy/index.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'
import { groupsOfUser } from '../groups.sql.ts'
import type { PasswordSettings } from './new-credentials.ts'

/** Whose policy it is. */
export interface PolicyOwner extends Pick<UserRecord, 'id' | 'typeId' | 'providerType' | 'profile' | 'status'> {
  /** Of a person who is not stored yet. */
  groupIds?: readonly string[]
}

/**
 * The settings of a person's own PASSWORD policy: of the first whose own conditions they meet. WHY not of the one whose rule
 * decides: rules ask where a request comes from, and a password must not be weaker for being set from another network.
 */
export async function passwordSettingsOf(service: Service, owner: PolicyOwner): Promise<PasswordSettings> {
  const { id, typeId, profile, status, providerType } = owner
  const groupIds = owner.groupIds ?? (await groupsOfUser(service.reader, id)).map((group) => group.id)
  const person = {
    id,
    groupIds,
    userTypeId: typeId,
    providerType: passwordHolder(providerType),
    user: { id, status, profile },
  }
  const compiled = (await service.snapshot()).compiled()
  const { path } = evaluate(compiled, 'PASSWORD', { now: service.clock(), person })
  const own = path.find(({ conditions }) => conditions.every((condition) => condition.status === 'MATCH'))
  return completeSettings('PASSWORD', own?.policy.settings, service.engine()) as PasswordSettings
}
