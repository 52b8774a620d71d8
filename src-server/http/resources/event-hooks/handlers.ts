import { eventHooks } from '#db/tables/event-hooks.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { eventHookRoutes } from '#contract/routes/event-hooks.ts'
import {
  deliveryBody,
  deliveryView,
  listDeliveries,
  redeliver,
  requireDelivery,
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
import type { Handler, HandlerInput } from '../../reply.ts'
import { presentEventHook } from './presenter.ts'

type OfOne = typeof eventHookRoutes.getEventHook

async function reply({ service, reader, base }: Pick<HandlerInput<OfOne>, 'service' | 'reader' | 'base'>, id: string) {
  return { body: presentEventHook(await requireEventHook(reader, service.secretBox, id), base) }
}

const setStatus =
  (status: ActiveStatus): Handler<OfOne> =>
  async (input) => {
    const { eventHookId } = input.params
    await input.write((tx) => setEventHookStatus(tx, eventHookId, status))
    // Events that were queued before it was switched off have waited.
    if (status === 'ACTIVE') input.service.outbox.trigger([eventHookId])
    return reply(input, eventHookId)
  }

export const eventHookHandlers: HandlerTable<typeof eventHookRoutes> = {
  listEventHooks: async ({ service, reader, base, query }) => {
    const page = await listEventHooks(reader, service.secretBox, query)
    return { body: page.items.map((hook) => presentEventHook(hook, base)), next: page.next }
  },

  createEventHook: async (input) => {
    const { service, write, body } = input
    return reply(input, await write((tx) => createEventHook(tx, service.secretBox, body)))
  },

  getEventHook: (input) => reply(input, input.params.eventHookId),

  replaceEventHook: async (input) => {
    const { eventHookId } = input.params
    await input.write((tx) => replaceEventHook(tx, input.service.secretBox, eventHookId, input.body))
    if (input.body.status === 'ACTIVE') input.service.outbox.trigger([eventHookId])
    return reply(input, eventHookId)
  },

  deleteEventHook: async ({ write, params }) => {
    await write((tx) => deleteEventHook(tx, params.eventHookId))
    return { body: undefined }
  },

  activateEventHook: setStatus('ACTIVE'),
  deactivateEventHook: setStatus('INACTIVE'),

  verifyEventHook: async (input) => {
    const { eventHookId } = input.params
    await verifyEventHook(input.service, await input.context(), eventHookId)
    return reply(input, eventHookId)
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
