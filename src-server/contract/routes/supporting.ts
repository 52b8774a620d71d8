import { z } from 'zod'
import { cursorSchema, limitSchema, queryBooleanSchema } from '../fields.ts'
import { idSchema } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { defineRoute } from '../route.ts'
import type { ScopeArea } from '../scopes.ts'
import { authenticatorSchema, authenticatorWriteSchema } from '../supporting/authenticator.ts'
import { behaviorSchema, behaviorWriteSchema } from '../supporting/behavior.ts'
import { deviceAssuranceSchema, deviceAssuranceWriteSchema } from '../supporting/device-assurance.ts'
import {
  IDENTITY_PROVIDER_TYPES,
  identityProviderSchema,
  identityProviderWriteSchema,
} from '../supporting/identity-provider.ts'

/** What the collections differ in, as far as the wire shows. */
interface Collection<Param extends string, Read extends z.ZodType, Write extends z.ZodType, Status extends number> {
  path: string
  area: ScopeArea
  tag: string
  /** Singular, with its article, as it stands after a verb. */
  noun: string
  plural: string
  param: Param
  read: Read
  write: Write
  created: Status
}

const pageQuery = z.object({ limit: limitSchema(LIMITS.page.supporting), after: cursorSchema })

/** The seven operations of a collection; each takes those that it has. */
function collection<
  const Param extends string,
  Read extends z.ZodType,
  Write extends z.ZodType,
  const Status extends number,
>(about: Collection<Param, Read, Write, Status>) {
  const { area, tag, noun, plural, read: schema, write: body } = about
  const path = `/api/v1/${about.path}`
  const one = `${path}/{${about.param}}`
  const read = { tag, scope: `svc.${area}.read` } as const
  const manage = { tag, scope: `svc.${area}.manage` } as const
  const params = z.object({ [about.param]: idSchema } as Record<Param, typeof idSchema>)
  const responses = { 200: schema }
  const lifecycle = (verb: 'activate' | 'deactivate', summary: string) =>
    defineRoute({
      ...manage,
      method: 'POST',
      path: `${one}/lifecycle/${verb}`,
      summary,
      description: 'Asking for the state that it is in is fine.',
      params,
      responses,
    })
  return {
    list: { ...read, method: 'GET', path, summary: `List ${plural}`, responses: { 200: z.array(schema) } } as const,
    create: {
      ...manage,
      method: 'POST',
      path,
      summary: `Create ${noun}`,
      body,
      responses: { [about.created]: schema } as Record<Status, Read>,
    } as const,
    get: defineRoute({ ...read, method: 'GET', path: one, summary: `Read ${noun}`, params, responses }),
    replace: defineRoute({ ...manage, method: 'PUT', path: one, summary: `Replace ${noun}`, params, body, responses }),
    remove: {
      ...manage,
      method: 'DELETE',
      path: one,
      summary: `Delete ${noun}`,
      description: 'Policies that name it keep its id, and are marked.',
      params,
      responses: { 204: null },
    } as const,
    activate: lifecycle('activate', `Activate ${noun}`),
    deactivate: lifecycle('deactivate', `Deactivate ${noun}`),
  }
}

const authenticators = collection({
  path: 'authenticators',
  area: 'authenticators',
  tag: 'Authenticators',
  noun: 'an authenticator',
  plural: 'authenticators',
  param: 'authenticatorId',
  read: authenticatorSchema,
  write: authenticatorWriteSchema,
  created: 200,
})
const behaviors = collection({
  path: 'behaviors',
  area: 'behaviors',
  tag: 'Behaviors',
  noun: 'a behavior',
  plural: 'behaviors',
  param: 'behaviorId',
  read: behaviorSchema,
  write: behaviorWriteSchema,
  created: 201,
})
const deviceAssurances = collection({
  path: 'device-assurances',
  area: 'deviceAssurance',
  tag: 'Device assurances',
  noun: 'a device assurance',
  plural: 'device assurances',
  param: 'deviceAssuranceId',
  read: deviceAssuranceSchema,
  write: deviceAssuranceWriteSchema,
  created: 200,
})
const identityProviders = collection({
  path: 'idps',
  area: 'idps',
  tag: 'Identity providers',
  noun: 'an identity provider',
  plural: 'identity providers',
  param: 'idpId',
  read: identityProviderSchema,
  write: identityProviderWriteSchema,
  created: 200,
})

/** The small collections that conditions and actions name (spec/4 §3.5). */
export const supportingRoutes = {
  listAuthenticators: defineRoute({ ...authenticators.list, query: pageQuery }),
  createAuthenticator: defineRoute({
    ...authenticators.create,
    description:
      'One of each key, but for custom_app, custom_otp and external_idp. `activate=true` activates it at once.',
    query: z.object({ activate: queryBooleanSchema(false) }),
  }),
  getAuthenticator: authenticators.get,
  replaceAuthenticator: authenticators.replace,
  deleteAuthenticator: defineRoute({
    ...authenticators.remove,
    description: 'Only an inactive one; password and email stay.',
  }),
  activateAuthenticator: authenticators.activate,
  deactivateAuthenticator: {
    ...authenticators.deactivate,
    description: 'Refused with E0000148 while a policy uses it; the cause names the policies. Password and email stay.',
  },

  listBehaviors: defineRoute({ ...behaviors.list, query: pageQuery }),
  createBehavior: defineRoute(behaviors.create),
  getBehavior: behaviors.get,
  replaceBehavior: behaviors.replace,
  deleteBehavior: defineRoute(behaviors.remove),
  activateBehavior: behaviors.activate,
  deactivateBehavior: behaviors.deactivate,

  listDeviceAssurances: defineRoute({ ...deviceAssurances.list, query: pageQuery }),
  createDeviceAssurance: defineRoute(deviceAssurances.create),
  getDeviceAssurance: deviceAssurances.get,
  replaceDeviceAssurance: deviceAssurances.replace,
  deleteDeviceAssurance: defineRoute(deviceAssurances.remove),

  listIdentityProviders: defineRoute({
    ...identityProviders.list,
    description: '`q` matches the beginning of the name, whatever its case.',
    query: pageQuery.extend({
      q: z.string().max(LIMITS.nameLength).optional(),
      type: z.enum(IDENTITY_PROVIDER_TYPES).optional(),
    }),
  }),
  createIdentityProvider: defineRoute(identityProviders.create),
  getIdentityProvider: identityProviders.get,
  replaceIdentityProvider: identityProviders.replace,
  deleteIdentityProvider: defineRoute(identityProviders.remove),
  activateIdentityProvider: identityProviders.activate,
  deactivateIdentityProvider: identityProviders.deactivate,
}
