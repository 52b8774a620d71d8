import { z } from 'zod'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { AS_SENT } from '../interface/list-links.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { zoneSchema, zoneWriteSchema } from '../policy/zone.ts'

const zones = collection('zone', {
  tag: 'Network zones',
  noun: 'a network zone',
  read: zoneSchema,
  write: zoneWriteSchema,
  created: 200,
})

/** Network zones with their lifecycle (spec/4 §2.4). */
export const zoneRoutes = {
  listZones: defineRoute({
    ...zones.list,
    links: AS_SENT,
    description: '`filter` is `usage eq "POLICY"` or a choice of ids: `id eq "…" or id eq "…"`.',
    query: z.object({
      filter: z.string().max(LIMITS.zoneFilterLength).optional(),
      ...pageQueryOf('zone').shape,
    }),
  }),
  createZone: defineRoute(zones.create),
  getZone: defineRoute(zones.get),
  replaceZone: defineRoute({
    ...zones.replace,
    description: '`status` changes too. The organization’s own zones keep name and usage.',
    errors: ['E0000077'],
  }),
  deleteZone: defineRoute({
    ...zones.remove,
    summary: 'Delete a network zone',
    description: 'An active one too. Conditions that name it keep the id and hold nothing through it (spec/4 §1.9).',
  }),
  activateZone: defineRoute(zones.activate),
  deactivateZone: defineRoute(zones.deactivate),
}
