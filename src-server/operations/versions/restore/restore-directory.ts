import { asRequest } from '#contract/interface/as-request.ts'
import { groupProfileSchema } from '#contract/directory/group.ts'
import { groupRuleWriteSchema } from '#contract/directory/group-rule.ts'
import { profileSchema } from '#contract/directory/user.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { users } from '#db/tables/users.ts'
import { createGroup, deleteGroup, replaceGroup } from '../../directory/groups.ts'
import {
  createGroupRule,
  deleteGroupRule,
  replaceGroupRule,
  setGroupRuleStatus,
} from '../../directory/group-rules/group-rules.ts'
import { changeUser } from '../../directory/update-user.ts'
import { createUserType, deleteUserType, updateUserType } from '../../directory/user-types.ts'
import { assertExists, notRestorable, type RestoreOf, type Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

/**
 * The profile and the type of a person. WHY no more: each other status is a step with consequences of its own, and no version has a
 * password.
 */
async function restoreUser(tx: Tx, { to, current }: Restoring<'user'>): Promise<void> {
  assertExists(current, 'of a deleted person nothing but the name is kept')
  const profiles = [current, to].map(({ profile, typeId }) => ({ profile, typeId }))
  if (!isOtherContent(profiles[0] as object, profiles[1] as object))
    throw notRestorable(
      'only the profile and the type of a person go back; status and credentials are changed by steps',
    )
  const profile = asRequest(profileSchema, to.profile)
  const change = { profile, type: { id: to.typeId }, credentials: null, replaces: true, strict: false }
  await changeUser(tx, await users.require(tx, to.id), change)
}

async function restoreGroup(tx: Tx, { to, current }: Restoring<'group'>): Promise<void> {
  const { id, type, name, description, profile } = to
  const request = asRequest(groupProfileSchema, { name, description, ...profile })
  if (current) return isOtherContent(current, to) ? replaceGroup(tx, id, request) : undefined
  if (type !== 'SVC_GROUP') throw notRestorable('a deleted group of an application comes back with its next import')
  tx.want('group', id)
  await createGroup(tx, request)
}

const ruleRequest = ({ name, conditions, groupIds }: Restoring<'groupRule'>['to']) =>
  asRequest(groupRuleWriteSchema, {
    type: 'group_rule',
    name,
    conditions: {
      people: { users: { exclude: conditions.excludedUsers }, groups: { exclude: conditions.excludedGroups } },
      expression: { type: 'urn:svc:expression:1.0', value: conditions.expression },
    },
    actions: { assignUserToGroups: { groupIds } },
  })

/** WHY it is switched off meanwhile: only a rule at rest can be replaced. */
async function restoreGroupRule(tx: Tx, { to, current }: Restoring<'groupRule'>): Promise<void> {
  const { id, status } = to
  if (current === null) {
    tx.want('groupRule', id)
    await createGroupRule(tx, ruleRequest(to))
  } else if (isOtherContent(current, to)) {
    if (current.status === 'ACTIVE') await setGroupRuleStatus(tx, id, 'INACTIVE')
    await replaceGroupRule(tx, id, ruleRequest(to))
  }
  if (status !== 'INVALID') await setGroupRuleStatus(tx, id, status)
}

/** A type that comes back has the schema of a new one. */
async function restoreUserType(tx: Tx, { to, current }: Restoring<'userType'>): Promise<void> {
  const { id, name, displayName, description } = to
  if (current) return isOtherContent(current, to) ? updateUserType(tx, id, { displayName, description }) : undefined
  tx.want('userType', id)
  await createUserType(tx, { name, displayName, description })
}

/** How people, groups and what belongs to them go back. */
export const RESTORE_DIRECTORY: {
  readonly [Kind in 'user' | 'group' | 'groupRule' | 'userType' | 'schema']: RestoreOf<Kind>
} = {
  user: {
    restore: restoreUser,
    remove: () => Promise.reject(notRestorable('a person is deleted by steps: deactivate, then delete them')),
  },
  group: { restore: restoreGroup, remove: (tx, { objectId }) => deleteGroup(tx, objectId) },
  groupRule: { restore: restoreGroupRule, remove: (tx, { objectId }) => deleteGroupRule(tx, objectId, false) },
  userType: { restore: restoreUserType, remove: (tx, { objectId }) => deleteUserType(tx, objectId) },
  schema: {
    restore: () => Promise.reject(notRestorable(SCHEMA_STAYS)),
    remove: () => Promise.reject(notRestorable(SCHEMA_STAYS)),
  },
}

const SCHEMA_STAYS = 'the attributes of a schema are changed one by one: with a removed one, its values went'
