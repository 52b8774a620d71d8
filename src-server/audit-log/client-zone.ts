import { literal } from 'sequelize'
import { LRUCache } from 'lru-cache'
import type { TokenNetwork } from '#contract/access/api-token.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import { parseAddress, compileZones, networkAdmits, type CompiledZone, YES } from '#policy/index.ts'

/** The zones of the workspace that an address is in. */
export interface ClientZones {
  /** Name of the first zone; null without one, and for text that is no address. */
  nameOf(address: string): Promise<string | null>
  /** Whether a network restriction allows an address, by its IP zones; text that is no address is in no zone. */
  admits(network: TokenNetwork, address: string): Promise<boolean>
  /** Called after each commit. */
  committed(changes: ChangeSet): void
}

/** Blocklists come first, then zones made by people; the oldest first. */
const ORDER = [literal(`usage = 'POLICY'`), 'system', 'created', 'id']

/** The active IP zones, in the order of precedence. */
interface Zones {
  readonly compiled: ReadonlyMap<string, CompiledZone>
  readonly names: ReadonlyMap<string, string>
}

/**
 * WHY not from the policy snapshot: an event would have to wait for policies to be read. Zones rarely change, so they are cached
 * here, with the zone of each address.
 */
export function createClientZones(read: Reader): ClientZones {
  let zones: Zones | null = null
  /** Counts changes of zones, so that zones read before a change are not cached after it. */
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
  const rows = await zoneTable.findAll(read, { where: { type: 'IP', status: 'ACTIVE' }, order: ORDER })
  const compiled = compileZones(rows.map(({ definition, ...row }) => ({ ...row, gateways: gatewaysOf(definition) })))
  return { compiled, names: new Map(rows.map(({ id, name }) => [id, name])) }
}

function nameIn({ compiled, names }: Zones, text: string): string | null {
  const address = parseAddress(text)
  if (address === null) return null
  for (const [id, { holds }] of compiled) if (holds(address) === YES) return names.get(id) ?? null
  return null
}
