import type { ActiveStatus } from '../../../contract/fields.ts'
import type { eventHookRoutes } from '../../../contract/routes/event-hooks.ts'
import {
  deliveryBody,
  deliveryView,
  listDeliveries,
  redeliver,
  requireDelivery,
} from '../../../operations/event-hooks/deliveries.ts'
import { readDeveloperSettings, writeDeveloperSettings } from '../../../operations/event-hooks/developer-settings.ts'
import {
  createEventHook,
  deleteEventHook,
  listEventHooks,
  replaceEventHook,
  requireEventHook,
  setEventHookStatus,
} from '../../../operations/event-hooks/event-hooks.ts'
import { hookHealth } from '../../../operations/event-hooks/health.ts'
import { readReceiver } from '../../../operations/event-hooks/receiver.ts'
import { verifyEventHook } from '../../../operations/event-hooks/verify-hook.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { presentEventHook } from './presenter.ts'

type OfOne = typeof eventHookRoutes.getEventHook

async function reply({ service, base }: Pick<HandlerInput<OfOne>, 'service' | 'base'>, id: string) {
  return { body: presentEventHook(await requireEventHook(service, id), base) }
}

const setStatus =
  (status: ActiveStatus): Handler<OfOne> =>
  async (input) => {
    const { eventHookId } = input.params
    await setEventHookStatus(input.service, input.act, eventHookId, status)
    return reply(input, eventHookId)
  }

export const eventHookHandlers: HandlerTable<'eventHooks'> = {
  listEventHooks: async ({ service, base, query }) => {
    const page = await listEventHooks(service, query)
    return { body: page.items.map((hook) => presentEventHook(hook, base)), next: page.next }
  },

  createEventHook: async (input) => reply(input, await createEventHook(input.service, input.act, input.body)),

  getEventHook: (input) => reply(input, input.params.eventHookId),

  replaceEventHook: async (input) => {
    const { eventHookId } = input.params
    await replaceEventHook(input.service, input.act, eventHookId, input.body)
    return reply(input, eventHookId)
  },

  deleteEventHook: async ({ service, act, params }) => {
    await deleteEventHook(service, act, params.eventHookId)
    return { body: undefined }
  },

  activateEventHook: setStatus('ACTIVE'),
  deactivateEventHook: setStatus('INACTIVE'),

  verifyEventHook: async (input) => {
    const { eventHookId } = input.params
    await verifyEventHook(input.service, input.act, eventHookId)
    return reply(input, eventHookId)
  },

  listHookDeliveries: async ({ service, params, query }) => {
    const page = await listDeliveries(service, params.eventHookId, query)
    return { body: page.items.map(deliveryView), next: page.next }
  },

  getHookDelivery: async ({ service, params }) => {
    await requireEventHook(service, params.eventHookId)
    const delivery = await requireDelivery(service, params.eventHookId, params.deliveryId)
    return { body: { ...deliveryView(delivery), body: await deliveryBody(service, delivery) } }
  },

  redeliverHookEvents: async ({ service, act, params: { eventHookId, deliveryId } }) => {
    await redeliver(service, act, eventHookId, deliveryId)
    return { body: deliveryView(await requireDelivery(service, eventHookId, deliveryId)) }
  },

  listHookHealth: async ({ service }) => ({ body: await hookHealth(service) }),

  getHookReceiver: async ({ service, query }) => ({ body: await readReceiver(service, query.after) }),

  getDeveloperSettings: async ({ service }) => ({ body: await readDeveloperSettings(service) }),

  replaceDeveloperSettings: async ({ service, act, body }) => {
    await writeDeveloperSettings(service, act, body)
    return { body: await readDeveloperSettings(service) }
  },
}
