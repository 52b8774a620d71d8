import type { Reader } from '#audit-log/transaction.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { visiblePeopleWith, visiblePersonByIdOrLogin } from './colleagues.sql.ts'

/** Who stands by a person. */
export type ColleagueRole = 'manager' | 'assistant'

/** Attributes that name someone: by id or login, else by the attribute of theirs that is their value. */
const NAMED_BY: Readonly<Record<ColleagueRole, readonly (readonly [names: string, by: string])[]>> = {
  manager: [
    ['managerId', 'employeeNumber'],
    ['manager', 'displayName'],
  ],
  assistant: [
    ['assistantId', 'employeeNumber'],
    ['assistant', 'displayName'],
  ],
}

/**
 * The manager or the assistant of a person, as far as their profile names one of the people that the caller may see; null for none, and
 * for a name that several have.
 */
export async function colleagueOf(
  reader: Reader,
  { profile }: Pick<UserRecord, 'profile'>,
  role: ColleagueRole,
): Promise<UserRecord | null> {
  for (const [names, by] of NAMED_BY[role]) {
    const value = (profile as Readonly<Record<string, unknown>>)[names]
    if (typeof value !== 'string' || value.trim() === '') continue
    const found = await visiblePersonByIdOrLogin(reader, value)
    if (found) return found
    const [only, another] = await visiblePeopleWith(reader, by, value)
    if (only && !another) return only
  }
  return null
}
