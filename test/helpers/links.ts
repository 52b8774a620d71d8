import { ROUTE_LIST, type OperationId } from '#contract/routes/index.ts'

/** A link of a reply. */
export interface FoundLink {
  /** Where it stands: names of members, without places in lists. */
  name: string
  href: string
  /** What it says that can be done there; empty where it says nothing, which means to read it. */
  methods: readonly string[]
  /** Whether the address has places for what a client fills in. */
  isTemplate: boolean
}

interface WireLink {
  href?: unknown
  hints?: { allow?: string[] }
  method?: string
  templated?: boolean
}

/** Every link of a reply: in its body, however deep, and in its header. */
export function linksIn(body: unknown, header: string | null = null): FoundLink[] {
  const found = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
    ([, href = '', relation = '']): FoundLink => ({ name: `Link ${relation}`, href, methods: [], isTemplate: false }),
  )
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { href, hints, method, templated } = value as WireLink
    if (typeof href === 'string' && /^https?:/.test(href)) {
      const methods = hints?.allow ?? (method ? [method] : [])
      found.push({ name, href, methods, isTemplate: templated === true })
    }
    for (const [key, held] of Object.entries(value)) walk(held, Array.isArray(value) ? name : `${name}.${key}`)
  }
  walk(body, '')
  return found
}

const byPlaceholders = ROUTE_LIST.toSorted((a, b) => a.route.path.split('{').length - b.route.path.split('{').length)
const patterns = byPlaceholders.map(({ id, route }) => ({
  ...{ id, method: route.method },
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The operation that a request reaches; undefined where none does. */
export const operationAt = (method: string, path: string): OperationId | undefined =>
  patterns.find((known) => known.method === method && known.pattern.test(path))?.id
