import { LRUCache } from 'lru-cache'
import type { TokenNetwork } from '#contract/access/api-token.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import { parseAddress, compileZones, networkAdmits, type CompiledZone, YES } from '#policy/index.ts'

/** Tells which zones of the workspace an address lies in. */
export interface ClientZones {
  /** Name of the first one; null where there is none, and for text that is no address. */
  nameOf(address: string): Promise<string | null>
  /** Whether a network lets an address in, by the zones of addresses; text that is no address comes from nowhere. */
  admits(network: TokenNetwork, address: string): Promise<boolean>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
}

/** Blocklists come first, then zones that people made; the oldest of several. */
const ORDER = `WHERE type = 'IP' AND status = 'ACTIVE' ORDER BY usage = 'POLICY', system, created, id`

/** The active zones of addresses, in the order in which they name an address. */
interface Zones {
  readonly compiled: ReadonlyMap<string, CompiledZone>
  readonly names: ReadonlyMap<string, string>
}

/**
 * WHY not from the policy snapshot: an event would have to wait for policies to be read. Zones seldom change, so they are cached
 * here, and the zone of each address as well.
 */
export function createClientZones(read: Reader): ClientZones {
  let zones: Zones | null = null
  /** Counts changes of zones, so that zones read before one are not kept after it. */
  let changed = 0
  const byAddress = new LRUCache<string, { name: string | null }>({ max: 1_000 })

  async function current(): Promise<Zones> {
    if (zones) return zones
    const asOf = changed
    const loaded = await loadZones(read)
    if (asOf === changed) zones = loaded
    return loaded
  }

  return {
    async nameOf(address) {
      const known = byAddress.get(address)
      if (known) return known.name
      const asOf = changed
      const name = nameIn(await current(), address)
      if (asOf === changed) byAddress.set(address, { name })
      return name
    },
    async admits(network, text) {
      const address = parseAddress(text)
      return address !== null && networkAdmits(network, (await current()).compiled, address) === YES
    },
    committed(changes) {
      if (!changes.touches(zoneTable)) return
      changed += 1
      zones = null
      byAddress.clear()
    },
  }
}

async function loadZones(read: Reader): Promise<Zones> {
  const rows = await zoneTable.all(read, ORDER)
  const compiled = compileZones(rows.map(({ definition, ...row }) => ({ ...row, gateways: gatewaysOf(definition) })))
  return { compiled, names: new Map(rows.map(({ id, name }) => [id, name])) }
}

function nameIn({ compiled, names }: Zones, text: string): string | null {
  const address = parseAddress(text)
  if (address === null) return null
  for (const [id, { holds }] of compiled) if (holds(address) === YES) return names.get(id) ?? null
  return null
}
