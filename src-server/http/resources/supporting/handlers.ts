import type { ActiveStatus } from '../../../contract/fields.ts'
import type { Authenticator } from '../../../contract/supporting/authenticator.ts'
import type { Behavior } from '../../../contract/supporting/behavior.ts'
import type { DeviceAssurance } from '../../../contract/supporting/device-assurance.ts'
import type { IdentityProvider } from '../../../contract/supporting/identity-provider.ts'
import { SUPPORTING, type SupportingDefinition } from '../../../operations/supporting/definitions.ts'
import type { SupportingBody } from '../../../operations/supporting/objects.ts'
import {
  createSupporting,
  deleteSupporting,
  listSupporting,
  replaceSupporting,
  requireSupporting,
  setSupportingStatus,
} from '../../../operations/supporting/supporting.ts'
import type { Act, Service } from '../../../operations/service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentSupporting } from './presenter.ts'

interface Input {
  service: Service
  act: Act
  base: string
}
interface OfOne extends Input {
  params: Record<string, string>
}
type ListQuery = Parameters<typeof listSupporting>[2]

/** The handlers of one collection; the outgoing guard holds what they give against the route's own schema. */
function handlersOf<View>(definition: SupportingDefinition) {
  const idIn = ({ params }: OfOne) => params[definition.param] as string
  const reply = async ({ service, base }: Input, id: string) => ({
    body: presentSupporting(definition, await requireSupporting(service, definition, id), base) as View,
  })
  const switchTo = (status: ActiveStatus) => async (input: OfOne) => {
    await setSupportingStatus(input.service, input.act, definition, idIn(input), status)
    return reply(input, idIn(input))
  }
  return {
    list: async ({ service, base, query }: Input & { query: ListQuery }) => {
      const page = await listSupporting(service, definition, query)
      return { body: page.items.map((row) => presentSupporting(definition, row, base) as View), next: page.next }
    },
    create: async (input: Input & { body: SupportingBody; query: { activate?: boolean } }) => {
      const { service, act, body, query } = input
      const status = query.activate === undefined ? undefined : query.activate ? 'ACTIVE' : 'INACTIVE'
      return reply(input, await createSupporting(service, act, definition, body, status))
    },
    get: (input: OfOne) => reply(input, idIn(input)),
    replace: async (input: OfOne & { body: SupportingBody }) => {
      await replaceSupporting(input.service, input.act, definition, idIn(input), input.body)
      return reply(input, idIn(input))
    },
    remove: async (input: OfOne) => {
      await deleteSupporting(input.service, input.act, definition, idIn(input))
      return { body: undefined }
    },
    activate: switchTo('ACTIVE'),
    deactivate: switchTo('INACTIVE'),
  }
}

const authenticators = handlersOf<Authenticator>(SUPPORTING.authenticator)
const behaviors = handlersOf<Behavior>(SUPPORTING.behavior)
const deviceAssurances = handlersOf<DeviceAssurance>(SUPPORTING.deviceAssurance)
const identityProviders = handlersOf<IdentityProvider>(SUPPORTING.identityProvider)

export const supportingHandlers: HandlerTable<'supporting'> = {
  listAuthenticators: authenticators.list,
  createAuthenticator: authenticators.create,
  getAuthenticator: authenticators.get,
  replaceAuthenticator: authenticators.replace,
  deleteAuthenticator: authenticators.remove,
  activateAuthenticator: authenticators.activate,
  deactivateAuthenticator: authenticators.deactivate,

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
  replaceDeviceAssurance: deviceAssurances.replace,
  deleteDeviceAssurance: deviceAssurances.remove,

  listIdentityProviders: identityProviders.list,
  createIdentityProvider: identityProviders.create,
  getIdentityProvider: identityProviders.get,
  replaceIdentityProvider: identityProviders.replace,
  deleteIdentityProvider: identityProviders.remove,
  activateIdentityProvider: identityProviders.activate,
  deactivateIdentityProvider: identityProviders.deactivate,
}
