import type { Zone } from '#contract/policy/zone.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** Zones of addresses, which conditions name. */
export const zones = defineResource({
  kind: 'zone',
  one: 'zone',
  title: 'Network zones',
  operations: {
    list: 'listZones',
    get: 'getZone',
    create: 'createZone',
    replace: 'replaceZone',
    remove: 'deleteZone',
    activate: 'activateZone',
    deactivate: 'deactivateZone',
  },
  reviewed: true,
  nameOf: ({ name }) => name,
})

/** What the types of zones are called. */
export const ZONE_TYPE_LABELS: Readonly<Record<Zone['type'], string>> = {
  IP: 'Addresses',
  DYNAMIC: 'Dynamic',
  DYNAMIC_V2: 'Enhanced dynamic',
}
