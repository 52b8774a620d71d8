import { signInSettingsSchema } from '../gatehouse/sign-in.ts'
import { defineRoute } from '../interface/route.ts'

const PATH = '/gatehouse/v1/sign-in'

/** The pages on which people sign in to clients, which are off until an administrator switches them on. */
export const signInRoutes = {
  getSignInSettings: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: PATH,
    summary: 'Read whether people can sign in here',
    responses: { 200: signInSettingsSchema },
  }),
  replaceSignInSettings: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    method: 'PUT',
    path: PATH,
    summary: 'Let people sign in here, or stop it',
    description:
      'While it is off, `authorize` answers browsers with a page that says so; tokens that were given still work.',
    body: signInSettingsSchema,
    responses: { 200: signInSettingsSchema },
  }),
}
