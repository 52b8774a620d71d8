import { z } from 'zod'
import { cursorSchema, limitSchema } from '../fields.ts'
import { idSchema } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { defineRoute } from '../route.ts'
import { zoneSchema, zoneWriteSchema } from '../zone.ts'

const read = { tag: 'Network zones', scope: 'svc.networkZones.read' } as const
const manage = { tag: 'Network zones', scope: 'svc.networkZones.manage' } as const
const ZONE = '/api/v1/zones/{zoneId}'
const zoneParams = z.object({ zoneId: idSchema })

/** Network zones with their lifecycle (spec/4 §2.4). */
export const zoneRoutes = {
  listZones: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/zones',
    summary: 'List network zones',
    description: '`filter` is `usage eq "POLICY"` or a choice of ids: `id eq "…" or id eq "…"`.',
    query: z.object({
      filter: z.string().max(LIMITS.zoneFilterLength).optional(),
      limit: limitSchema(LIMITS.page.zones),
      after: cursorSchema,
    }),
    responses: { 200: z.array(zoneSchema) },
  }),
  createZone: defineRoute({
    ...manage,
    method: 'POST',
    path: '/api/v1/zones',
    summary: 'Create a network zone',
    body: zoneWriteSchema,
    responses: { 200: zoneSchema },
  }),
  getZone: defineRoute({
    ...read,
    method: 'GET',
    path: ZONE,
    summary: 'Read a network zone',
    params: zoneParams,
    responses: { 200: zoneSchema },
  }),
  replaceZone: defineRoute({
    ...manage,
    method: 'PUT',
    path: ZONE,
    summary: 'Replace a network zone',
    description: 'Of the organization’s own zones only the addresses change.',
    params: zoneParams,
    body: zoneWriteSchema,
    responses: { 200: zoneSchema },
  }),
  deleteZone: defineRoute({
    ...manage,
    method: 'DELETE',
    path: ZONE,
    summary: 'Delete an inactive network zone',
    description: 'Conditions that name it keep the id and hold nothing through it (spec/4 §1.9).',
    params: zoneParams,
    responses: { 204: null },
  }),
  activateZone: defineRoute({
    ...manage,
    method: 'POST',
    path: `${ZONE}/lifecycle/activate`,
    summary: 'Activate a network zone',
    params: zoneParams,
    responses: { 200: zoneSchema },
  }),
  deactivateZone: defineRoute({
    ...manage,
    method: 'POST',
    path: `${ZONE}/lifecycle/deactivate`,
    summary: 'Deactivate a network zone',
    params: zoneParams,
    responses: { 200: zoneSchema },
  }),
}
