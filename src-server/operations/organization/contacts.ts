import { notFound } from '#contract/interface/api-error.ts'
import { CONTACT_TYPES, type ContactType } from '#contract/organization/settings.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { organizationContacts } from '#db/tables/organization.ts'
import { users } from '#db/tables/users.ts'
import { readOrganization } from './organization.ts'
import { personTarget } from '../service/person-target.ts'

const ACTION = 'gatehouse.organization.contact.update'

export function listContactTypes(reader: Reader): ContactType[] {
  return reader.visible('read', 'contact').of(CONTACT_TYPES)
}

/** @param text in letters of either case: links have small ones (spec/5 §7) @throws ApiError E0000007 */
function contactTypeOf(text: string): ContactType {
  const found = CONTACT_TYPES.find((type) => type === text.toUpperCase())
  if (!found) throw notFound(text, 'ContactType')
  return found
}

/** The id of the person; null while there is none. @throws ApiError E0000007 for another type of contact */
export async function readContact(reader: Reader, contactType: string): Promise<string | null> {
  return (await organizationContacts.get(reader, contactTypeOf(contactType)))?.userId ?? null
}

/** Makes a person the contact. @throws ApiError E0000007 for another type of contact, and for an unknown person */
export async function replaceContact(tx: Tx, text: string, userId: string): Promise<void> {
  const contactType = contactTypeOf(text)
  const organization = await readOrganization(tx)
  const before = await organizationContacts.get(tx, contactType)
  tx.authorize(ACTION, [targetOf('org', organization)], 'well-formed')
  const user = await users.require(tx, userId)
  if (before?.userId === userId) return
  if (before) await organizationContacts.update(tx, before, { userId })
  else await organizationContacts.insert(tx, { contactType, userId })
  const details = changeDetails({ [contactType]: before?.userId ?? null }, { [contactType]: userId })
  const person = personTarget(user)
  tx.record({ type: ACTION, targets: [targetOf('org', organization, details), person] })
}

/** Somebody who is deleted is asked about nothing any more; each of their contacts leaves an event. */
export async function leaveContacts(tx: Tx, userId: string): Promise<void> {
  const left = await organizationContacts.findAll(tx, { where: { userId }, order: ['contactType'] })
  if (left.length === 0) return
  const organization = await readOrganization(tx)
  for (const contact of left) {
    const { contactType } = contact
    tx.authorize(ACTION, [targetOf('org', organization)], 'never')
    await organizationContacts.remove(tx, contact)
    const details = changeDetails({ [contactType]: userId }, { [contactType]: null })
    tx.record({ type: ACTION, targets: [targetOf('org', organization, details)] })
  }
}
