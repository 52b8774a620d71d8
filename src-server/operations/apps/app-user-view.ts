import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { appProfileRules } from '../directory/profile-rules.ts'
import { appUserView, heldBy, type AppUserView, type AssignmentRules, type Held } from './held.ts'
import { relatedTo } from './related-people.ts'
import { relatedAskedByName, userNamesIn } from './user-name.ts'

/** @param people who are named by them */
export async function assignmentRules(
  reader: Reader,
  app: AppRecord,
  people: readonly UserRecord[],
): Promise<AssignmentRules> {
  const related = await relatedTo(reader, relatedAskedByName(app), people)
  return { ...(await appProfileRules(reader, app)), app, nameOf: userNamesIn(app, related) }
}

/** The assignments of some people, in their order; those who have none are left out. */
export async function appUserViews(
  reader: Reader,
  app: AppRecord,
  people: readonly UserRecord[],
): Promise<AppUserView[]> {
  const rules = await assignmentRules(reader, app, people)
  const held = await heldBy(reader, app.id, people)
  return people.flatMap((user, at) => appUserView(rules, user, held[at] as Held) ?? [])
}
