import type { ActiveStatus } from '#contract/interface/fields.ts'
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
import { replaceMethod, requireMethod, setMethodStatus } from '#operations/policy-resources/authenticator-methods.ts'
import { openSecret } from '#operations/policy-resources/provider-secret.ts'
import type { policyResourceRoutes } from '#contract/routes/policy-resources.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { collectionHandlers } from '../collection.ts'
import { presentIdentityProvider } from './identity-provider-presenter.ts'
import { presentMethod, presentMethods, presentPolicyResource } from './presenter.ts'

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

type OfMethod = Pick<
  HandlerInput<typeof policyResourceRoutes.getAuthenticatorMethod>,
  'reader' | 'write' | 'params' | 'base'
>

async function showMethod({ reader, params: { authenticatorId, methodType }, base }: OfMethod) {
  const { record, state } = await requireMethod(reader, authenticatorId, methodType)
  return { body: presentMethod(record, state, base) }
}

const switchMethod = (status: ActiveStatus) => async (input: OfMethod) => {
  const { authenticatorId, methodType } = input.params
  await input.write((tx) => setMethodStatus(tx, authenticatorId, methodType, status))
  return showMethod(input)
}

export const policyResourceHandlers: HandlerTable<typeof policyResourceRoutes> = {
  listAuthenticators: authenticators.list,
  createAuthenticator: authenticators.create,
  getAuthenticator: authenticators.get,
  replaceAuthenticator: authenticators.replace,
  deleteAuthenticator: authenticators.remove,
  activateAuthenticator: authenticators.activate,
  deactivateAuthenticator: authenticators.deactivate,

  listAuthenticatorMethods: async ({ reader, params, base }) => {
    const authenticator = await requirePolicyResource(reader, POLICY_RESOURCES.authenticator, params.authenticatorId)
    const methods = presentMethods(authenticator, base)
    return { body: reader.visible('read', 'authenticator').of(methods) }
  },
  getAuthenticatorMethod: showMethod,
  replaceAuthenticatorMethod: async (input) => {
    const { authenticatorId, methodType } = input.params
    await input.write((tx) => replaceMethod(tx, authenticatorId, methodType, input.body))
    return showMethod(input)
  },
  activateAuthenticatorMethod: switchMethod('ACTIVE'),
  deactivateAuthenticatorMethod: switchMethod('INACTIVE'),

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
