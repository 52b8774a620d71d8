import { z } from 'zod'
import { accessLossRequestSchema, accessLossSchema, losingPeopleQuery } from '../gatehouse/access-loss.ts'
import { reviewedPersonSchema } from '../gatehouse/change-review.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const { path } = KINDS.accessLoss
/** WHY the scope of people: a search asks for any attribute of theirs, and they are named; their applications may be read with it too. */
const read = { tag: 'Gatehouse', scope: 'svc.users.read' } as const

/** Who loses which applications by a change, before it is made. */
export const accessLossRoutes = {
  previewAccessLoss: defineRoute({
    ...read,
    method: 'POST',
    path,
    summary: 'Preview who would lose applications by a change',
    description:
      'For a group that is no longer assigned: who has the application only through it. For applications that are deactivated or deleted: who has them. For groups that are deleted: what their members have only through them, and the group rules that ask for them. For people who leave a group: what they have only through it, the group rules that except them from then on, and those that ask for the group. For an administrator role that is taken away: what its holders have only because they are administrators, as who loses their last role is one no longer. Nothing changes.',
    body: accessLossRequestSchema,
    responses: { 200: accessLossSchema },
    errors: ['E0000031', 'E0000107'],
  }),
  listLosingPeople: defineRoute({
    ...read,
    method: 'GET',
    path: `${path}/{accessLossId}/people`,
    summary: 'List the people who would lose an application, or whom a group rule would except',
    description: `By name, at most ${LIMITS.losingPeopleNamed}. The people of the latest previews are held in memory; an older one is not found.`,
    params: z.object({ accessLossId: idSchema }),
    query: z.object({ ...losingPeopleQuery, limit: limitSchema(LIMITS.page.logRows), after: cursorSchema }),
    responses: { 200: z.array(reviewedPersonSchema) },
  }),
}
