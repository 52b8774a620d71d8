import { z } from 'zod'
import { POLICY_RESOURCES, type PolicyResourceKind } from '../policy/resources/definitions.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { queryBooleanSchema } from '../interface/fields.ts'
import { NO_SELF, rebuilt } from '../interface/list-links.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { KINDS } from '../kinds.ts'
import { defineRoute } from '../interface/route.ts'
import { authenticatorMethodSchema, authenticatorMethodWriteSchema } from '../policy/resources/authenticator-method.ts'
import { authenticatorSchema, authenticatorWriteSchema } from '../policy/resources/authenticator.ts'
import { behaviorSchema, behaviorWriteSchema } from '../policy/resources/behavior.ts'
import {
  deviceAssuranceSchema,
  deviceAssuranceWriteSchema,
  replacedDeviceAssuranceSchema,
} from '../policy/resources/device-assurance.ts'
import { identityProviderSchema, identityProviderWriteSchema } from '../policy/resources/identity-provider.ts'
import { IDENTITY_PROVIDER_TYPES } from '../policy/resources/identity-provider-protocol.ts'

const SAME_STATE = { description: 'Asking for the state that it is in is fine.' } as const
const MARKED = { description: 'Policies that name it keep its id, and are marked.' } as const

/** Collections that only one engine has are features that are off on the other (spec/4 §1.3). */
const errorsOf = (kind: PolicyResourceKind) => (POLICY_RESOURCES[kind].engine === 'both' ? [] : (['E0000015'] as const))

const authenticators = collection('authenticator', {
  tag: 'Authenticators',
  noun: 'an authenticator',
  read: authenticatorSchema,
  write: authenticatorWriteSchema,
  created: 200,
  errors: errorsOf('authenticator'),
})
const behaviors = collection('behavior', {
  tag: 'Behaviors',
  noun: 'a behavior',
  read: behaviorSchema,
  write: behaviorWriteSchema,
  created: 200,
  errors: errorsOf('behavior'),
})
const deviceAssurances = collection('deviceAssurance', {
  tag: 'Device assurances',
  noun: 'a device assurance',
  read: deviceAssuranceSchema,
  write: deviceAssuranceWriteSchema,
  created: 200,
  errors: errorsOf('deviceAssurance'),
})
const identityProviders = collection('identityProvider', {
  tag: 'Identity providers',
  noun: 'an identity provider',
  read: identityProviderSchema,
  write: identityProviderWriteSchema,
  created: 200,
  errors: errorsOf('identityProvider'),
})

const METHODS = `${authenticators.one}/methods` as const
const METHOD = `${METHODS}/{methodType}` as const
const ofMethod = {
  params: authenticators.params.extend({ methodType: idSchema.meta({ description: 'Such as sms or push' }) }),
  responses: { 200: authenticatorMethodSchema },
} as const

/** The small collections that conditions and actions name (spec/4 §3.5). */
export const policyResourceRoutes = {
  listAuthenticators: defineRoute({ ...authenticators.list, links: NO_SELF, query: pageQueryOf('authenticator') }),
  createAuthenticator: defineRoute({
    ...authenticators.create,
    description:
      'One of each key, but for custom_app, custom_otp and external_idp. `activate=true` activates it at once. A custom_app that becomes active joins the default enrollment policy as optional.',
    query: z.object({ activate: queryBooleanSchema(false) }),
  }),
  getAuthenticator: defineRoute(authenticators.get),
  replaceAuthenticator: defineRoute(authenticators.replace),
  deleteAuthenticator: defineRoute({
    ...authenticators.remove,
    errors: [...authenticators.remove.errors, 'E0000107'],
    description: 'Only an inactive one; the password stays.',
  }),
  activateAuthenticator: defineRoute({ ...authenticators.activate, ...SAME_STATE }),
  deactivateAuthenticator: defineRoute({
    ...authenticators.deactivate,
    errors: [...authenticators.deactivate.errors, 'E0000148', 'E0000060'],
    description:
      'Refused with E0000148 while a policy uses it; the cause names the policies. The password stays: E0000060.',
  }),

  listAuthenticatorMethods: defineRoute({
    ...authenticators.reading,
    method: 'GET',
    path: METHODS,
    summary: 'List the methods of an authenticator',
    links: NO_SELF,
    params: authenticators.params,
    responses: { 200: z.array(authenticatorMethodSchema) },
  }),
  getAuthenticatorMethod: defineRoute({
    ...authenticators.reading,
    method: 'GET',
    ...ofMethod,
    path: METHOD,
    summary: 'Read a method of an authenticator',
  }),
  replaceAuthenticatorMethod: defineRoute({
    ...authenticators.managing,
    method: 'PUT',
    ...ofMethod,
    path: METHOD,
    summary: 'Replace a method of an authenticator',
    description:
      'Its settings, and whether it is active; one method stays active. While the authenticator is inactive, `status` is ignored.',
    body: authenticatorMethodWriteSchema,
  }),
  activateAuthenticatorMethod: defineRoute({
    ...authenticators.managing,
    method: 'POST',
    ...ofMethod,
    path: `${METHOD}/lifecycle/activate`,
    summary: 'Activate a method of an authenticator',
    description: `${SAME_STATE.description} Refused while the authenticator is inactive.`,
    errors: [...authenticators.managing.errors, 'E0000001'],
  }),
  deactivateAuthenticatorMethod: defineRoute({
    ...authenticators.managing,
    method: 'POST',
    ...ofMethod,
    path: `${METHOD}/lifecycle/deactivate`,
    summary: 'Deactivate a method of an authenticator',
    description:
      'It is neither offered nor counts at a sign-in. Refused for the last active method of an authenticator.',
    errors: [...authenticators.managing.errors, 'E0000001'],
  }),

  listBehaviors: defineRoute({
    ...behaviors.list,
    summary: 'List behaviors',
    links: rebuilt(KINDS.behavior.page),
    query: pageQueryOf('behavior'),
  }),
  createBehavior: defineRoute(behaviors.create),
  getBehavior: defineRoute(behaviors.get),
  replaceBehavior: defineRoute(behaviors.replace),
  deleteBehavior: defineRoute({ ...behaviors.remove, ...MARKED }),
  activateBehavior: defineRoute({ ...behaviors.activate, ...SAME_STATE }),
  deactivateBehavior: defineRoute({ ...behaviors.deactivate, ...SAME_STATE }),

  listDeviceAssurances: defineRoute({
    ...deviceAssurances.list,
    links: NO_SELF,
    query: pageQueryOf('deviceAssurance'),
  }),
  createDeviceAssurance: defineRoute(deviceAssurances.create),
  getDeviceAssurance: defineRoute(deviceAssurances.get),
  replaceDeviceAssurance: defineRoute({
    ...deviceAssurances.replace,
    responses: { 200: replacedDeviceAssuranceSchema },
  }),
  deleteDeviceAssurance: defineRoute({ ...deviceAssurances.remove, ...MARKED }),

  listIdentityProviders: defineRoute({
    ...identityProviders.list,
    links: rebuilt(KINDS.identityProvider.page),
    description: '`q` matches the beginning of the name, whatever its case.',
    query: pageQueryOf('identityProvider').extend({
      q: z.string().max(LIMITS.nameLength).optional(),
      type: z.enum(IDENTITY_PROVIDER_TYPES).optional(),
    }),
  }),
  createIdentityProvider: defineRoute(identityProviders.create),
  getIdentityProvider: defineRoute(identityProviders.get),
  replaceIdentityProvider: defineRoute(identityProviders.replace),
  deleteIdentityProvider: defineRoute({ ...identityProviders.remove, ...MARKED }),
  activateIdentityProvider: defineRoute({ ...identityProviders.activate, ...SAME_STATE }),
  deactivateIdentityProvider: defineRoute({ ...identityProviders.deactivate, ...SAME_STATE }),
}
