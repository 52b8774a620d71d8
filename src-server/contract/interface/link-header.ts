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
