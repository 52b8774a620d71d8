import type { UserApplication, UserMembership } from '#contract/gatehouse/person-view.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { pageOf, type Page } from '#db/page.ts'
import { listGroupsOfUser } from './groups.ts'
import { applicationsOf, reasonsOfMemberships } from './person-view.sql.ts'

interface PageQuery {
  limit: number
  after?: string
}

/** The groups of a person that the caller may see, in the order of the interface's list, each with what put them there. */
export async function listMemberships(
  reader: Reader,
  userId: string,
  { limit, after }: PageQuery,
): Promise<Page<UserMembership>> {
  const { items, next } = pageOf(await listGroupsOfUser(reader, userId), limit, after)
  const reasons = await reasonsOfMemberships(
    reader,
    userId,
    items.map(({ id }) => id),
  )
  const present = ({ id, name, description, type }: (typeof items)[number]): UserMembership => {
    const { byHand = false, rules = [] } = reasons.get(id) ?? {}
    return { id, name, description, type, byHand, rules }
  }
  return { items: items.map(present), next }
}

/**
 * The applications of a person by label, those of the platform left out, each with all assignments that give it. WHY in memory: a
 * cursor is the id of an application, and the order is that of labels; a person has tens of them.
 */
export async function listApplications(
  reader: Reader,
  userId: string,
  { limit, after }: PageQuery,
): Promise<Page<UserApplication>> {
  return pageOf(await applicationsOf(reader, userId), limit, after)
}
