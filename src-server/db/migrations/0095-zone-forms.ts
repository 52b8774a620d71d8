import type { Migration } from './migration.ts'

interface Address {
  type: string
  value: string
}

interface Definition {
  gateways?: Address[] | null
  proxies?: Address[] | null
  locations?: { country: string; region?: string | null }[] | null
  asns?: string[] | null
}

const ADDRESS_LISTS = ['gateways', 'proxies'] as const

/** A single address of type RANGE as a range; a place without a region with an empty one; networks that are not set absent. */
function renewed(definition: Definition): Definition {
  const { asns, ...after } = structuredClone(definition)
  for (const list of ADDRESS_LISTS)
    for (const address of after[list] ?? [])
      if (address.type === 'RANGE' && !address.value.includes('-')) address.value = `${address.value}-${address.value}`
  for (const place of after.locations ?? []) place.region ??= null
  return asns ? { ...after, asns } : after
}

/** Gives zones that an older version wrote the form in which they are answered now. */
export const migration0095: Migration = {
  name: '0095-zone-forms',
  async up(tx) {
    const zones = await tx.all<{ id: string; definition: string }>('SELECT id, definition FROM zones')
    for (const { id, definition } of zones) {
      const after = JSON.stringify(renewed(JSON.parse(definition) as Definition))
      if (after !== definition) await tx.run('UPDATE zones SET definition = ? WHERE id = ?', [after, id])
    }
  },
}
