/**
 * The addresses of a `Link` header by relation (RFC 8288): `<url>; rel="next"`. Commas inside the angle brackets are
 * part of the address. A relation that is there twice keeps its first address.
 */
export function parseLinks(header: string | null): Record<string, string> {
  const links: Record<string, string> = {}
  for (const [, url, parameters] of (header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[^,;<]+)*)/g)) {
    const rel = /;\s*rel\s*=\s*"?([^";,]+)"?/i.exec(parameters ?? '')?.[1]
    for (const name of rel?.trim().split(/\s+/) ?? []) links[name] ??= url ?? ''
  }
  return links
}

/** The cursor of the next page, or null on the last one. */
export function nextCursor(header: string | null): string | null {
  const next = parseLinks(header).next
  if (!next) return null
  return new URL(next, 'http://localhost').searchParams.get('after')
}
