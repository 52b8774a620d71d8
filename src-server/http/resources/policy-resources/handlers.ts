import { notFound } from '#contract/interface/api-error.ts'
import type { Authenticator } from '#contract/policy/resources/authenticator.ts'
import type { Behavior } from '#contract/policy/resources/behavior.ts'
import type { DeviceAssurance } from '#contract/policy/resources/device-assurance.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { POLICY_RESOURCES, type PolicyResourceDefinition } from '#contract/policy/resources/definitions.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import type { PolicyResourceBody } from '#contract/policy/resources/definitions.ts'
import {
  createPolicyResource,
  deletePolicyResource,
  listPolicyResources,
  replacePolicyResource,
  requirePolicyResource,
  setPolicyResourceStatus,
} from '#operations/policy-resources/policy-resources.ts'
import { openSecret } from '#operations/policy-resources/provider-secret.ts'
import type { policyResourceRoutes } from '#contract/routes/policy-resources.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'
import { presentIdentityProvider } from './identity-provider-presenter.ts'
import { presentMethods, presentPolicyResource } from './presenter.ts'

/** The handlers of one of the collections. */
const handlersOf = <View>(
  definition: PolicyResourceDefinition,
  present = (record: PolicyResourceRecord, base: string) => presentPolicyResource(definition, record, base) as View,
) =>
  collectionHandlers({
    param: definition.param,
    list: async ({ reader, service }, query: Parameters<typeof listPolicyResources>[2]) => {
      const { items, next } = await listPolicyResources(reader, definition, query)
      return { items: await Promise.all(items.map((record) => openSecret(service.secretBox, record))), next }
    },
    require: async (reader, id, { service }) =>
      openSecret(service.secretBox, await requirePolicyResource(reader, definition, id)),
    create: (tx, body: PolicyResourceBody, { activate }, { service }) => {
      const status = activate === undefined ? undefined : activate ? 'ACTIVE' : 'INACTIVE'
      return createPolicyResource(tx, service.secretBox, definition, body, status)
    },
    replace: (tx, id, body: PolicyResourceBody, { service }) =>
      replacePolicyResource(tx, service.secretBox, definition, id, body),
    remove: (tx, id) => deletePolicyResource(tx, definition, id),
    setStatus: (tx, id, status) => setPolicyResourceStatus(tx, definition, id, status),
    present,
  })

const authenticators = handlersOf<Authenticator>(POLICY_RESOURCES.authenticator)
const behaviors = handlersOf<Behavior>(POLICY_RESOURCES.behavior)
const deviceAssurances = handlersOf<DeviceAssurance>(POLICY_RESOURCES.deviceAssurance)
const identityProviders = handlersOf<IdentityProvider>(POLICY_RESOURCES.identityProvider, presentIdentityProvider)

const requireAuthenticator = (reader: Reader, id: string) =>
  requirePolicyResource(reader, POLICY_RESOURCES.authenticator, id)

export const policyResourceHandlers: HandlerTable<typeof policyResourceRoutes> = {
  listAuthenticators: authenticators.list,
  createAuthenticator: authenticators.create,
  getAuthenticator: authenticators.get,
  replaceAuthenticator: authenticators.replace,
  deleteAuthenticator: authenticators.remove,
  activateAuthenticator: authenticators.activate,
  deactivateAuthenticator: authenticators.deactivate,

  listAuthenticatorMethods: async ({ reader, params, base }) => {
    const methods = presentMethods(await requireAuthenticator(reader, params.authenticatorId), base)
    return { body: reader.visible('read', 'authenticator').of(methods) }
  },
  getAuthenticatorMethod: async ({ reader, params: { authenticatorId, methodType }, base }) => {
    const methods = presentMethods(await requireAuthenticator(reader, authenticatorId), base)
    const body = methods.find(({ type }) => type === methodType)
    if (!body) throw notFound(methodType, 'Authenticator')
    return { body }
  },

  listBehaviors: behaviors.list,
  createBehavior: behaviors.create,
  getBehavior: behaviors.get,
  replaceBehavior: behaviors.replace,
  deleteBehavior: behaviors.remove,
  activateBehavior: behaviors.activate,
  deactivateBehavior: behaviors.deactivate,

  listDeviceAssurances: deviceAssurances.list,
  createDeviceAssurance: deviceAssurances.create,
  getDeviceAssurance: deviceAssurances.get,
  replaceDeviceAssurance: async (input) => {
    const { createdBy: _by, createdDate: _at, ...body } = (await deviceAssurances.replace(input)).body
    return { body }
  },
  deleteDeviceAssurance: deviceAssurances.remove,

  listIdentityProviders: identityProviders.list,
  createIdentityProvider: identityProviders.create,
  getIdentityProvider: identityProviders.get,
  replaceIdentityProvider: async (input) => {
    const { body } = await identityProviders.replace(input)
    // The interface leaves the moment of its making out of this one reply (spec/5 §9).
    return { body: { ...body, created: null } }
  },
  deleteIdentityProvider: identityProviders.remove,
  activateIdentityProvider: identityProviders.activate,
  deactivateIdentityProvider: identityProviders.deactivate,
}
