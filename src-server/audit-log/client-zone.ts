import { LRUCache } from 'lru-cache'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import { parseAddress, compileZones, type CompiledZone, YES } from '#policy/index.ts'

/** Tells which zones of the workspace an address lies in. */
export interface ClientZones {
  /** Name of the first one; null where there is none, and for text that is no address. */
  nameOf(address: string): Promise<string | null>
  /** The ids of all of them: active zones of addresses. */
  idsOf(address: string): Promise<ReadonlySet<string>>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
}

/** Blocklists come first, then zones that people made; the oldest of several. */
const ORDER = `WHERE type = 'IP' AND status = 'ACTIVE' ORDER BY usage = 'POLICY', system, created, id`

interface NamedZone extends CompiledZone {
  name: string
}

/** Of an address. */
interface Found {
  readonly name: string | null
  readonly ids: ReadonlySet<string>
}

/**
 * WHY not from the policy snapshot: an event would have to wait for policies to be read. Zones seldom change, so they are cached
 * here, and the zone of each address as well.
 */
export function createClientZones(read: Reader): ClientZones {
  let zones: readonly NamedZone[] | null = null
  /** Counts changes of zones, so that zones read before one are not kept after it. */
  let changed = 0
  const byAddress = new LRUCache<string, Found>({ max: 1_000 })

  async function find(address: string): Promise<Found> {
    const known = byAddress.get(address)
    if (known) return known
    const asOf = changed
    const loaded = zones ?? (await loadZones(read))
    const found = foundIn(loaded, address)
    if (asOf === changed) {
      zones = loaded
      byAddress.set(address, found)
    }
    return found
  }

  return {
    nameOf: async (address) => (await find(address)).name,
    idsOf: async (address) => (await find(address)).ids,
    committed(changes) {
      if (!changes.touches(zoneTable)) return
      changed += 1
      zones = null
      byAddress.clear()
    },
  }
}

async function loadZones(read: Reader): Promise<NamedZone[]> {
  const rows = await zoneTable.all(read, ORDER)
  const compiled = compileZones(rows.map(({ definition, ...row }) => ({ ...row, gateways: gatewaysOf(definition) })))
  return rows.flatMap(({ id, name }) => {
    const zone = compiled.get(id)
    return zone ? [{ ...zone, name }] : []
  })
}

function foundIn(zones: readonly NamedZone[], text: string): Found {
  const address = parseAddress(text)
  const found = address === null ? [] : zones.filter(({ holds }) => holds(address) === YES)
  return { name: found[0]?.name ?? null, ids: new Set(found.map(({ id }) => id)) }
}
