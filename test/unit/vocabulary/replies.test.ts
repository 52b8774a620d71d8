import { expect, it } from 'vitest'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { withoutRandomText } from '../../helpers/random-text.ts'
import { startServer } from '../../helpers/server.ts'

const OURS = /svc|partner_(?:app|otp|token)_/i
const isOurs = (text: string) => OURS.test(withoutRandomText(text))

/**
 * Where our word stays: in addresses by which people open an application of the platform, in the issuer that applications have by default,
 * and as the name of our own vocabulary.
 */
const STAYS = /^http:\/\/127\.0\.0\.1:\d+\/home\/svc_|^http:\/\/svc\.example\.com\/|^svc$/

/** The texts of a value that hold a word of ours, each with its place. */
function oursIn(value: unknown, place: string): string[] {
  if (typeof value === 'string') return isOurs(value) && !STAYS.test(value) ? [`${place} = ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((item) => oursIn(item, `${place}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => [
    ...(isOurs(key) ? [`${place}: ${key}`] : []),
    ...oursIn(held, `${place}.${key}`),
  ])
}

/** What some readings are not answered without. */
const QUERIES: Readonly<Record<string, (brand: string) => string>> = {
  listPolicies: (brand) => `?type=${brand.toUpperCase()}_SIGN_ON`,
  findIdentityProvider: (brand) => `?resource=${brand}:acct:ada@example.test`,
}

const READ = ROUTE_LIST.filter(
  ({ route }) => route.method === 'GET' && /^\/(?:api\/v1|\.well-known)\//.test(route.path),
)

it.each([false, true])(
  'no reading answers a word of ours to a client with a vocabulary (sample: %s)',
  async (sample) => {
    const vocabulary = Object.values(SHIPPED_VOCABULARIES)[0]
    const server = await startServer({ sample, vocabulary })
    const brand = vocabulary?.brand ?? ''
    const ids = new Map<string, string>([['userId', 'me']])
    const found = new Set<string>()
    let read = 0
    // Twice: what a list answers is where the next readings lead.
    for (const _ of [1, 2])
      for (const { id, route } of READ) {
        const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
        if (id === 'getOpenApiDocument' || named.some((name) => !ids.has(name))) continue
        const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids.get(name) ?? '')
        const query = QUERIES[id]?.(brand) ?? ''
        const outer = path.replaceAll('svc', brand)
        const reply = await server.client.fetch(outer + query, { headers: { Prefer: 'handling=lenient' } })
        const type = reply.headers.get('content-type') ?? ''
        const text = await reply.text()
        if (!reply.ok || !/json/.test(type)) continue
        read += 1
        const body = JSON.parse(text) as unknown
        for (const one of oursIn(body, id)) found.add(one)
        const [first] = Array.isArray(body) ? (body as { id?: string }[]) : []
        for (const { route: inner } of READ) {
          const [, name] = inner.path.startsWith(`${route.path}/{`)
            ? (/\{(\w+)\}/.exec(inner.path.slice(route.path.length)) ?? [])
            : []
          if (name && first?.id && !ids.has(name)) ids.set(name, first.id)
        }
      }
    expect([...found]).toEqual([])
    expect(read).toBeGreaterThan(60)
  },
)
