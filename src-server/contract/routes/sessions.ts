import { z } from 'zod'
import { sessionSchema } from '../access/session.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const { scope, param, errorKind: subject } = KINDS.session
const ONE = `/api/v1/sessions/{${param}}` as const
const tag = 'Sessions'
const params = z.object({ [param]: idSchema })
const manage = { tag, subject, scope: `svc.${scope}.manage`, params } as const

/** Sessions of people who have signed in, by their ids. One that has ended is as if unknown. */
export const sessionRoutes = {
  getSession: defineRoute({
    tag,
    scope: `svc.${scope}.read`,
    method: 'GET',
    path: ONE,
    summary: 'Read a session of a person',
    params,
    responses: { 200: sessionSchema },
  }),
  endSession: defineRoute({
    ...manage,
    method: 'DELETE',
    path: ONE,
    summary: 'End a session of a person',
    responses: { 204: null },
  }),
  refreshSession: defineRoute({
    ...manage,
    method: 'POST',
    path: `${ONE}/lifecycle/refresh`,
    summary: 'Extend a session of a person as if it were used now',
    description: 'It never lasts longer than the global session policy has allowed when the person signed in.',
    responses: { 200: sessionSchema },
  }),
}
