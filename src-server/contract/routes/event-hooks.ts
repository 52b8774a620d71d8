import { z } from 'zod'
import {
  DELIVERY_STATUSES,
  developerSettingsSchema,
  eventHookReplaceSchema,
  eventHookSchema,
  eventHookWriteSchema,
  hookDeliveryDetailSchema,
  hookDeliverySchema,
  hookHealthSchema,
  hookReceiverSchema,
} from '../hooks/event-hook.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { cursorSchema, limitSchema, wholeNumberSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const hooks = collection('eventHook', {
  tag: 'Event hooks',
  noun: 'an event hook',
  read: eventHookSchema,
  write: eventHookWriteSchema,
  created: 200,
})
const { reading: read, managing: manage, params } = hooks
const DELIVERIES = '/gatehouse/v1/eventHooks/{eventHookId}/deliveries'
const deliveryParams = params.extend({ deliveryId: idSchema })
/** Event hooks with their lifecycle (spec/3 "Event hooks", spec/4 §3.2), and Gatehouse's own view of deliveries. */
export const eventHookRoutes = {
  listEventHooks: defineRoute({ ...hooks.list, links: NO_SELF, query: pageQueryOf('eventHook') }),
  createEventHook: defineRoute({
    ...hooks.create,
    description: 'It is ACTIVE and UNVERIFIED; events go out once it is verified.',
  }),
  getEventHook: defineRoute(hooks.get),
  replaceEventHook: defineRoute({
    ...hooks.replace,
    description:
      'Without `authScheme.value` the stored one is kept. A changed channel has to be verified again. `status` switches it on or off; verification changes through the lifecycle only.',
    body: eventHookReplaceSchema,
  }),
  deleteEventHook: defineRoute({
    ...hooks.remove,
    summary: 'Delete an inactive event hook',
    description: 'Its deliveries go with it.',
  }),
  activateEventHook: defineRoute({
    ...hooks.activate,
    description: 'Works while it is UNVERIFIED. What was queued before it was deactivated goes out now.',
  }),
  deactivateEventHook: defineRoute({
    ...hooks.deactivate,
    description: 'It hears of nothing that happens from now on; what is queued waits.',
  }),
  verifyEventHook: defineRoute({
    ...hooks.activate,
    path: `${hooks.one}/lifecycle/verify`,
    summary: 'Verify an event hook',
    description:
      'Sends one GET with `x-svc-verification-challenge` to the endpoint, which answers 200 with `{"verification": "<the same>"}` within 3 seconds; tried twice.',
  }),
  testEventHook: defineRoute({
    ...manage,
    method: 'POST',
    path: '/gatehouse/v1/eventHooks/{eventHookId}/test',
    summary: 'Send a test event to an event hook',
    description:
      'Writes a `gatehouse.event_hook.test` event, and queues it for this hook alone, whatever it subscribes to. The hook must be ACTIVE and VERIFIED.',
    params,
    responses: { 204: null },
  }),

  listHookDeliveries: defineRoute({
    ...read,
    method: 'GET',
    path: DELIVERIES,
    summary: 'List the deliveries of an event hook, the newest first',
    params,
    query: z.object({
      status: z.enum(DELIVERY_STATUSES).optional(),
      limit: limitSchema(LIMITS.page.hookDeliveries),
      after: cursorSchema,
    }),
    responses: { 200: z.array(hookDeliverySchema) },
  }),
  getHookDelivery: defineRoute({
    ...read,
    method: 'GET',
    path: `${DELIVERIES}/{deliveryId}`,
    summary: 'Read a delivery with the body that it sends',
    params: deliveryParams,
    responses: { 200: hookDeliveryDetailSchema },
  }),
  redeliverHookEvents: defineRoute({
    ...manage,
    method: 'POST',
    path: `${DELIVERIES}/{deliveryId}/redeliver`,
    summary: 'Send a delivery again',
    description: 'With the same `eventId`. The hook must be ACTIVE and VERIFIED.',
    params: deliveryParams,
    responses: { 200: hookDeliverySchema },
  }),

  listHookHealth: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/eventHooks/health',
    summary: 'Count what was delivered, what failed and what waits, for every event hook',
    responses: { 200: z.array(hookHealthSchema) },
  }),
  getHookReceiver: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/hookReceiver',
    summary: 'Read the requests to the built-in receiver',
    description: `An endpoint of this service to try event hooks with, while the developer switch is on. It answers the verification and keeps the last ${LIMITS.receiverRequests} requests in memory; its address changes whenever the service starts.`,
    query: z.object({
      after: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)
        .default(0)
        .meta({ description: 'The `sequence` of a request: only later ones' }),
    }),
    responses: { 200: hookReceiverSchema },
  }),

  getDeveloperSettings: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: '/gatehouse/v1/workspace/developer',
    summary: 'Read the developer settings of the workspace',
    responses: { 200: developerSettingsSchema },
  }),
  replaceDeveloperSettings: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    method: 'PUT',
    path: '/gatehouse/v1/workspace/developer',
    summary: 'Replace the developer settings of the workspace',
    body: developerSettingsSchema,
    responses: { 200: developerSettingsSchema },
  }),
}
