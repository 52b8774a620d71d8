import { parseLinks } from '#contract/interface/link-header.ts'

/** The cursor of the next page, or null on the last one. */
export function nextCursor(header: string | null): string | null {
  const next = parseLinks(header).next
  if (!next) return null
  return new URL(next, 'http://localhost').searchParams.get('after')
}
