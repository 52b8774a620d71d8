import { LRUCache } from 'lru-cache'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import { parseAddress, compileZones, type CompiledZone, YES } from '#policy/index.ts'

/** Tells which zone of the workspace an address lies in. */
export interface ClientZones {
  /** Name of the zone; null where there is none, and for text that is no address. */
  nameOf(address: string): Promise<string | null>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
}

/** Blocklists come first, then zones that people made; the oldest of several. */
const ORDER = `WHERE type = 'IP' AND status = 'ACTIVE' ORDER BY usage = 'POLICY', system, created, id`

type Zones = readonly (CompiledZone & { name: string })[]

/**
 * WHY not from the policy snapshot: an event would have to wait for policies to be read. Zones seldom change, so they are cached
 * here, and the zone of each address as well.
 */
export function createClientZones(read: Reader): ClientZones {
  let zones: Zones | null = null
  const byAddress = new LRUCache<string, { name: string | null }>({ max: 1_000 })

  return {
    async nameOf(address) {
      const known = byAddress.get(address)
      if (known) return known.name
      zones ??= await loadZones(read)
      const name = nameIn(zones, address)
      byAddress.set(address, { name })
      return name
    },
    committed(changes) {
      if (!changes.touches(zoneTable)) return
      zones = null
      byAddress.clear()
    },
  }
}

async function loadZones(read: Reader): Promise<Zones> {
  const rows = await zoneTable.all(read, ORDER)
  const compiled = compileZones(rows.map(({ definition, ...row }) => ({ ...row, gateways: gatewaysOf(definition) })))
  return rows.flatMap(({ id, name }) => {
    const zone = compiled.get(id)
    return zone ? [{ ...zone, name }] : []
  })
}

function nameIn(zones: Zones, text: string): string | null {
  const address = parseAddress(text)
  if (address === null) return null
  return zones.find(({ holds }) => holds(address) === YES)?.name ?? null
}
