import type { ZoneAddress } from '#contract/policy/zone.ts'
import { parseAddress, parseZoneAddress } from './address.ts'

/** The error of a gateway or proxy, as text that follows its value; null when it is valid. */
export function zoneAddressProblem(address: ZoneAddress): string | null {
  const text = address.value.trim()
  const noun = address.type === 'CIDR' ? 'CIDR block' : 'address range'
  const why = parseZoneAddress(address) === null ? ERRORS[address.type](text) : formError(address.value)
  return why === null ? null : `is not a valid ${noun}, because ${why}`
}

const ERRORS = { CIDR: cidrError, RANGE: rangeError } as const

/**
 * What is readable but not in its plain form. WHY only here: files may hold it from before, and a zone must not lose what
 * it protects because of that.
 */
function formError(value: string): string | null {
  if (value !== value.trim()) return 'it has spaces around it'
  return /\/0\d/.test(value) ? 'its prefix length begins with 0' : null
}

const notAnAddress = (text: string) => `${text || 'nothing'} is not an IP address`

function cidrError(text: string): string {
  if (text.includes('-')) return 'it is a range, whose type is RANGE'
  const [base = '', length] = text.split('/')
  if (length === undefined || parseAddress(base) === null) return notAnAddress(base)
  return `its prefix length is not between 0 and ${base.includes(':') ? 128 : 32}`
}

function rangeError(text: string): string {
  if (text.includes('/')) return 'it is a CIDR block, whose type is CIDR'
  const [from = '', to = from] = text.split('-').map((end) => end.trim())
  const [first, last] = [parseAddress(from), parseAddress(to)]
  if (first === null || last === null) return notAnAddress(first === null ? from : to)
  return typeof first === typeof last ? 'it ends before it begins' : 'its ends are of different families, IPv4 and IPv6'
}
