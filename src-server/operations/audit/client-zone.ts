import type { LogEvent } from '../../contract/log-event.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import type { ZoneDefinition } from '../../db/models/zone.ts'
import type { Statements } from '../../db/statements.ts'
import { parseAddress } from '../../policy/address.ts'
import { YES } from '../../policy/verdict.ts'
import { compileZones, type CompiledZone } from '../../policy/zones.ts'

/** Tells which zone of the workspace an address lies in. */
export interface ClientZones {
  /** Name of the zone; null where there is none, and for what is no address. */
  nameOf(address: string): Promise<string | null>
  /** Told after each commit: the events that it wrote, and whether it may have changed anything. */
  committed(events: readonly LogEvent[], anything: boolean): void
}

interface ZoneRow {
  id: string
  name: string
  status: ActiveStatus
  usage: 'POLICY' | 'BLOCKLIST'
  definition: string
}

/** What blocks an address comes first, then zones that people made; the oldest of several. */
const SELECT = `SELECT id, name, status, usage, definition FROM zones WHERE type = 'IP' AND status = 'ACTIVE'
  ORDER BY usage = 'POLICY', system, created, id`
const KNOWN_ADDRESSES = 1_000

type Zones = readonly (CompiledZone & { name: string })[]

/**
 * WHY not from the snapshot: that is made anew after most changes, and an event would have to wait for all policies to
 * be read. Zones change seldom, so they are kept beside it, and the zone of each address as well.
 */
export function createClientZones(read: Statements): ClientZones {
  let zones: Zones | null = null
  const byAddress = new Map<string, string | null>()

  return {
    async nameOf(address) {
      const known = byAddress.get(address)
      if (known !== undefined) return known
      zones ??= await loadZones(read)
      const name = nameIn(zones, address)
      if (byAddress.size >= KNOWN_ADDRESSES) byAddress.clear()
      byAddress.set(address, name)
      return name
    },
    // INVARIANT: writes run one at a time, and a change of a zone leaves an event `zone.*`; only what fills a workspace in bulk leaves none at all.
    committed(events, anything) {
      if (!anything || (events.length > 0 && !events.some(({ eventType }) => eventType.startsWith('zone.')))) return
      zones = null
      byAddress.clear()
    },
  }
}

async function loadZones(read: Statements): Promise<Zones> {
  const rows = await read.all<ZoneRow>(SELECT)
  const compiled = compileZones(
    rows.map(({ definition, ...row }) => ({
      ...row,
      type: 'IP',
      gateways: (JSON.parse(definition) as ZoneDefinition).gateways,
    })),
  )
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
