import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import { baseUserShape } from '#contract/directory/base-profile.ts'
import { CONTACT_TYPES } from '#contract/organization/settings.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, SetupTx, Tx } from '#audit-log/transaction.ts'
import { organizationContacts } from '#db/tables/organization.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import { defaultUserType, loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'
import { applyGroupRules, EVERY_RULE } from '../directory/group-rules/apply.ts'
import { insertUsers, NO_CREDENTIALS } from '../directory/write-user.ts'
import { replaceContact } from '../organization/contacts.ts'
import { fillAdministrators } from '../roles/administrators-group.ts'
import { assignRole } from '../roles/role-assignments.ts'
import { anySuperAdministrator } from '../roles/super-administrators.ts'
import { personTarget } from '../service/person-target.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

/** The owner where no address was given. */
const DEFAULT_ADDRESS = { name: 'owner', domain: 'example.com' }
const NAME = { firstName: 'Workspace', lastName: 'Owner' }
/** How many addresses are tried for the owner of a workspace that has people. */
const MOST_ADDRESSES = 1_000

/** @throws StartError OWNER_INVALID for what is no email address */
export function assertOwnerAddress(address: string): void {
  if (!baseUserShape.email.safeParse(address).success)
    throw new StartError(
      'OWNER_INVALID',
      `The owner of a workspace is named by an email address, which “${address}” is not.`,
    )
}

/**
 * The first person of a new workspace: active, a super administrator, and both contacts of the organization. They have no password:
 * who has the file or the first token is them. Like all that is there from the beginning, they leave no event.
 */
export async function insertOwner(tx: SetupTx, address = addressOf(1)): Promise<void> {
  const id = tx.newId('user')
  await insertPerson(tx, id, address)
  await roleAssignments.insert(tx, {
    assigneeId: id,
    type: 'SUPER_ADMIN',
    assigneeKind: 'USER',
    roleId: ADMIN_ROLES.SUPER_ADMIN.sharedId ?? tx.newId('roleAssignment'),
    created: tx.now,
    lastUpdated: tx.now,
  })
  for (const contactType of CONTACT_TYPES) await organizationContacts.insert(tx, { contactType, userId: id })
  await fillAdministrators(tx)
  await writeSetting(tx, 'owner', { id })
}

/**
 * Makes sure that the workspace has an owner who can use the role of a super administrator. A workspace of an earlier version gets one,
 * with the id that its first tokens and its events name already. Where the owner has lost the role, was deactivated or is gone, the super
 * administrator who was there first takes their place; in a file that was changed by hand and has none, a new one is made.
 * @param address of one who has to be made @returns the id @throws StartError OWNER_INVALID where another person has that address
 */
export async function provideOwner(service: Service, address?: string): Promise<string> {
  const owner = await readSetting(service.reader, 'owner')
  if (owner && (await isAble(service, owner.id))) return owner.id
  return service.write(systemContext(), async (tx) => {
    const earlier = await readSetting(tx, 'administrator')
    const successor = earlier ? undefined : await anySuperAdministrator(tx)
    const next = successor ?? (await makeOwner(tx, earlier?.id ?? tx.newId('user'), address))
    await writeSetting(tx, 'owner', { id: next.id })
    await writeSetting(tx, 'administrator', null)
    tx.record({ type: 'gatehouse.owner.update', targets: [personTarget(next)] })
    return next.id
  })
}

/** Whether a person can use the role of a super administrator. */
async function isAble({ roles }: Pick<Service, 'roles'>, id: string): Promise<boolean> {
  return (await roles.rightsOf({ kind: 'user', id })).roles.includes('SUPER_ADMIN')
}

async function makeOwner(tx: Tx, id: string, given: string | undefined): Promise<UserRecord> {
  const address = given ?? (await freeAddress(tx))
  if (await isTaken(tx, address))
    throw new StartError(
      'OWNER_INVALID',
      `Another person has the address ${address}, so that no owner can be made with it.`,
    )
  const user = await insertPerson(tx, id, address)
  for (const type of ['user.lifecycle.create', 'user.lifecycle.activate'] as const)
    tx.record({ type, targets: [personTarget(user)] })
  await assignRole(tx, 'USER', id, 'SUPER_ADMIN')
  await applyGroupRules(tx, [id], EVERY_RULE)
  for (const contactType of CONTACT_TYPES)
    if (!(await organizationContacts.get(tx, contactType))) await replaceContact(tx, contactType, id)
  return user
}

async function freeAddress(reader: Reader): Promise<string> {
  for (let number = 1; number <= MOST_ADDRESSES; number += 1)
    if (!(await isTaken(reader, addressOf(number)))) return addressOf(number)
  throw new StartError('OWNER_INVALID', 'The workspace has no owner yet: say with --owner which address the owner has.')
}

const addressOf = (number: number) => `${DEFAULT_ADDRESS.name}${number === 1 ? '' : number}@${DEFAULT_ADDRESS.domain}`

const isTaken = (reader: Reader, address: string) => users.exists(reader, { loginKey: loginKeyOf(address) })

async function insertPerson(tx: SetupTx, id: string, address: string): Promise<UserRecord> {
  const type = await defaultUserType(tx)
  const stamps = { created: tx.now, lastUpdated: tx.now, activated: tx.now, statusChanged: tx.now, lastLogin: null }
  const profile = { login: address, email: address, ...NAME }
  const row = { ...NO_CREDENTIALS, ...stamps, id, status: 'ACTIVE' as const, typeId: type?.id ?? '', profile }
  const [user] = await insertUsers(tx, [row])
  return user as UserRecord
}
