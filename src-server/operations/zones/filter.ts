import { ApiError } from '../../contract/api-error.ts'
import { ZONE_USAGES, type ZoneUsage } from '../../contract/zone.ts'

/** What a list of zones is narrowed to; null asks for nothing. */
export interface ZoneFilter {
  ids: string[] | null
  usage: ZoneUsage | null
}

const TERM = /\s*(\w+)\s+eq\s+"([^"]*)"\s*/iy
const OR = /or(?=\s)/iy

/**
 * Reads the filter of zones: `usage eq "…"` alone, or ids joined by `or` (spec/4 §2.4).
 * @throws E0000053 with the place where it stops making sense
 */
export function parseZoneFilter(text: string | undefined): ZoneFilter {
  if (text === undefined) return { ids: null, usage: null }
  const terms = readTerms(text)
  const [first] = terms
  if (terms.length === 1 && first?.attribute === 'usage') return { ids: null, usage: usageOf(first.value) }
  const other = terms.find(({ attribute }) => attribute !== 'id')
  if (other?.attribute === 'usage') throw refusal('usage cannot be combined with anything else')
  if (other) throw refusal(`${other.attribute} cannot be filtered by; id and usage can`)
  return { ids: terms.map(({ value }) => value), usage: null }
}

function readTerms(text: string): { attribute: string; value: string }[] {
  const terms: { attribute: string; value: string }[] = []
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  do {
    const term = read(TERM)
    if (!term) throw refusal(`expected an attribute, eq and a text in double quotes at character ${at + 1}`)
    terms.push({ attribute: term[1] as string, value: term[2] as string })
  } while (read(OR))
  if (at < text.length) throw refusal(`expected or, or the end, at character ${at + 1}`)
  return terms
}

function usageOf(value: string): ZoneUsage {
  const usage = ZONE_USAGES.find((known) => known === value)
  if (!usage) throw refusal(`usage is one of ${ZONE_USAGES.join(', ')}`)
  return usage
}

function refusal(message: string): ApiError {
  const causes = [{ errorSummary: `filter: ${message}`, location: 'filter', locationType: 'query' as const }]
  return new ApiError('E0000053', { causes })
}
