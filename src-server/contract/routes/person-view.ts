import { z } from 'zod'
import { userApplicationSchema, userMembershipSchema, userSignInAnswerSchema } from '../gatehouse/person-view.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { users } from './user-collection.ts'

const PERSON = '/gatehouse/v1/users/{userId}'
const read = { tag: 'Gatehouse', scope: 'svc.users.read', method: 'GET', params: users.params } as const
/** The same for applications and answers, so that a page of the ones has the same page of the others. */
const page = z.object({ limit: limitSchema(LIMITS.page.userApplications), after: cursorSchema })

/** What belongs to one person, and why (Gatehouse's own). */
export const personViewRoutes = {
  listUserMemberships: defineRoute({
    ...read,
    path: `${PERSON}/memberships`,
    summary: 'List the groups of a person with the reasons why they are members',
    query: z.object({ limit: limitSchema(LIMITS.page.userGroups), after: cursorSchema }),
    responses: { 200: z.array(userMembershipSchema) },
  }),
  listUserApplications: defineRoute({
    ...read,
    path: `${PERSON}/applications`,
    summary: 'List the applications of a person with the assignments that give them',
    description: 'By label, inactive ones included. Applications of the platform, which are everybody’s, are left out.',
    query: page,
    responses: { 200: z.array(userApplicationSchema) },
  }),
  listUserSignInAnswers: defineRoute({
    ...read,
    scope: 'svc.policies.read',
    path: `${PERSON}/sign-in-answers`,
    summary: 'Simulate a sign-in of a person to each of their applications',
    description:
      'Each answer is that of a simulation which knows the person and the application and nothing else. Pages are those of the list of their applications.',
    query: page,
    responses: { 200: z.array(userSignInAnswerSchema) },
  }),
}
