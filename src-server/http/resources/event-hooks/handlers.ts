import { eventHooks } from '#db/tables/event-hooks.ts'
import type { EventHookReplace, EventHookWrite } from '#contract/hooks/event-hook.ts'
import type { eventHookRoutes } from '#contract/routes/event-hooks.ts'
import {
  deliveryBody,
  deliveryView,
  listDeliveries,
  redeliver,
  requireDelivery,
  sendTestEvent,
} from '#operations/event-hooks/deliveries.ts'
import { readDeveloperSettings, writeDeveloperSettings } from '#operations/event-hooks/developer-settings.ts'
import {
  createEventHook,
  deleteEventHook,
  listEventHooks,
  replaceEventHook,
  requireEventHook,
  setEventHookStatus,
} from '#operations/event-hooks/event-hooks.ts'
import { hookHealth } from '#operations/event-hooks/health.ts'
import { readReceiver } from '#operations/event-hooks/receiver.ts'
import { verifyEventHook } from '#operations/event-hooks/verify-hook.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { collectionHandlers } from '../collection.ts'
import { presentEventHook } from './presenter.ts'

const hooks = collectionHandlers({
  param: 'eventHookId',
  list: ({ service, reader }, query: Parameters<typeof listEventHooks>[2]) =>
    listEventHooks(reader, service.secretBox, query),
  require: (reader, id, { service }) => requireEventHook(reader, service.secretBox, id),
  create: (tx, body: EventHookWrite, _query, { service }) => createEventHook(tx, service.secretBox, body),
  replace: (tx, id, body: EventHookReplace, { service }) => replaceEventHook(tx, service.secretBox, id, body),
  remove: deleteEventHook,
  setStatus: setEventHookStatus,
  present: presentEventHook,
})

/** Events that were queued before a hook was switched off have waited. */
function sendWaiting({
  service,
  params,
}: Pick<HandlerInput<typeof eventHookRoutes.getEventHook>, 'service' | 'params'>) {
  service.outbox.trigger([params.eventHookId])
}

export const eventHookHandlers: HandlerTable<typeof eventHookRoutes> = {
  listEventHooks: hooks.list,
  createEventHook: hooks.create,
  getEventHook: hooks.get,

  replaceEventHook: async (input) => {
    const reply = await hooks.replace(input)
    if (input.body.status === 'ACTIVE') sendWaiting(input)
    return reply
  },

  deleteEventHook: hooks.remove,

  activateEventHook: async (input) => {
    const reply = await hooks.activate(input)
    sendWaiting(input)
    return reply
  },

  deactivateEventHook: hooks.deactivate,

  verifyEventHook: async (input) => {
    await verifyEventHook(input.service, await input.context(), input.params.eventHookId)
    return hooks.get(input)
  },

  testEventHook: async ({ service, write, params: { eventHookId } }) => {
    await write((tx) => sendTestEvent(tx, eventHookId))
    service.outbox.trigger([eventHookId])
    return { body: undefined }
  },

  listHookDeliveries: async ({ reader, params, query }) => {
    const page = await listDeliveries(reader, params.eventHookId, query)
    return { body: page.items.map(deliveryView), next: page.next }
  },

  getHookDelivery: async ({ reader, base, params }) => {
    await eventHooks.require(reader, params.eventHookId)
    const delivery = await requireDelivery(reader, params.eventHookId, params.deliveryId)
    return { body: { ...deliveryView(delivery), body: await deliveryBody(reader, base, delivery) } }
  },

  redeliverHookEvents: async ({ service, reader, write, params: { eventHookId, deliveryId } }) => {
    await write((tx) => redeliver(tx, eventHookId, deliveryId))
    service.outbox.trigger([eventHookId])
    return { body: deliveryView(await requireDelivery(reader, eventHookId, deliveryId)) }
  },

  listHookHealth: async ({ service }) => ({ body: await hookHealth(service) }),

  getHookReceiver: async ({ service, query }) => ({ body: await readReceiver(service, query.after) }),

  getDeveloperSettings: async ({ reader }) => ({ body: await readDeveloperSettings(reader) }),

  replaceDeveloperSettings: async ({ reader, write, body }) => {
    await write((tx) => writeDeveloperSettings(tx, body))
    return { body: await readDeveloperSettings(reader) }
  },
}
