/**
 * Fills a path's placeholders, percent-encoded.
 * @throws Error when a placeholder has no value: a programming mistake, not an input error.
 */
export function buildPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`path ${path} lacks a value for ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** The query string of a request, with its `?`, or nothing; repeated keys for lists, absent values left out. */
export function buildQuery(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length ? `?${pairs.join('&')}` : ''
}
