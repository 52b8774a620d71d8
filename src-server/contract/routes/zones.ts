import { z } from 'zod'
import { cursorSchema, limitSchema } from '../fields.ts'
import { idSchema } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { defineRoute } from '../route.ts'
import { zoneSchema, zoneWriteSchema } from '../zone.ts'

const read = { tag: 'Network zones', scope: 'svc.networkZones.read' } as const
const manage = { tag: 'Network zones', scope: 'svc.networkZones.manage' } as const

export const zoneRoutes = {
  listZones: defineRoute({
    ...read,
    method: 'GET',
    path: '/api/v1/zones',
    summary: 'List network zones',
    query: z.object({
      filter: z.undefined({ error: 'filtering is not offered by this version' }).optional(),
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
    path: '/api/v1/zones/{zoneId}',
    summary: 'Read a network zone',
    params: z.object({ zoneId: idSchema }),
    responses: { 200: zoneSchema },
  }),
}
