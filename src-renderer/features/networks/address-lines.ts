import type { Zone, ZoneAddress } from '#contract/policy/zone.ts'
import type { Cause } from '#ui/api/api-error.ts'
import { fieldPath } from '#ui/composables/useFormErrors.ts'

/** An address of a zone and the line, from 1, on which it was written. */
export interface AddressLine {
  line: number
  address: ZoneAddress
}

/**
 * Reads addresses as they are pasted: one per line, empty lines and those that begin with `#` left out. A slash makes a
 * CIDR block, all else is a range or a single address; whether it is sound is for the service to say.
 */
export function readLines(text: string): AddressLine[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const value = raw.trim()
    if (!value || value.startsWith('#')) return []
    return [{ line: index + 1, address: { type: value.includes('/') ? ('CIDR' as const) : ('RANGE' as const), value } }]
  })
}

/** A refusal of one line, in the service's words. */
interface LineProblem {
  line: number
  words: string
}

/** The causes that are about a list of addresses, by the lines they were written on, ascending. */
export function lineProblems(list: string, causes: readonly Cause[], lines: readonly AddressLine[]): LineProblem[] {
  return causes
    .flatMap(({ summary, location }) => {
      const [field, index] = fieldPath(location).split('.')
      const at = field === list && index !== undefined ? lines[Number(index)] : undefined
      return at ? [{ line: at.line, words: summary }] : []
    })
    .sort((a, b) => a.line - b.line)
}

/** One place in one word: a region's code begins with its country's. */
export function placeName(country: string, region: string | null | undefined): string {
  if (!region) return country
  return region.startsWith(`${country}-`) ? region : `${country}-${region}`
}

/** What kinds of proxies are called. */
export const PROXY_LABELS: Readonly<Record<string, string>> = {
  Any: 'Any proxy',
  Tor: 'Tor',
  TorAnonymizer: 'Tor anonymizers',
  NotTorAnonymizer: 'Anonymizers other than Tor',
}

/** The addresses of a zone, in one line for the list. */
export function contentText(zone: Zone): string {
  if (zone.type === 'IP') return [...(zone.gateways ?? [])].map(({ value }) => value).join(', ')
  const places = (zone.locations ?? []).map(({ country, region }) => placeName(country, region))
  return [
    zone.proxyType ? (PROXY_LABELS[zone.proxyType] ?? zone.proxyType) : '',
    places.join(', '),
    zone.asns?.length ? `AS ${zone.asns.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
