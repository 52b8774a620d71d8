import fc from 'fast-check'
import type { Context } from 'koa'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { guardIn } from '#http/middleware/guard.ts'
import { runs } from '../helpers/runs.ts'
import { SOUND_BODIES } from '../helpers/sound-bodies.ts'

const withBody = ROUTE_LIST.filter(({ route }) => route.body !== undefined && isPublicInterface(route.path))
const cases = withBody.flatMap(({ id, route }) =>
  (SOUND_BODIES[id] ?? []).map((body, index) => [`${id} ${index + 1}`, route as unknown as Route, body] as const),
)

/** What the handler of a route would get as its body, and the header that names what was ignored. @throws ApiError */
function guarded(route: Route, body: unknown, strictHandling: boolean) {
  const headers: Record<string, string> = {}
  const params = Object.fromEntries(Object.keys(route.params.shape).map((name) => [name, 'x']))
  const ctx = {
    state: { operation: { route }, params, strictHandling, log: { debug: () => {} } },
    request: { body: structuredClone(body) },
    querystring: '',
    set: (name: string, value: string) => (headers[name] = value),
  } as unknown as Context
  void guardIn(ctx, async () => {})
  return { body: (ctx.state['input'] as { body: unknown }).body, ignored: headers['X-Ignored-Fields'] }
}

const names = (header: string | undefined) => (header ?? '').split(', ').map(decodeURIComponent).sort()

/** Objects that hold names of the client's own, or attributes that the schema of groups governs. */
const OWN_NAMES: ReadonlySet<string> = new Set(['definitions.custom.properties', 'profile'])

type Holder = { path: string; put: (key: string, value: unknown) => void }

/** Every object of a body but profiles of people, whose schema refuses what it does not know, nor {@link OWN_NAMES}. */
function holdersOf(value: unknown, path = ''): Holder[] {
  if (typeof value !== 'object' || value === null || 'login' in value) return []
  const inner = Object.entries(value).flatMap(([key, held]) =>
    holdersOf(held, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key),
  )
  if (Array.isArray(value) || OWN_NAMES.has(path)) return inner
  return [{ path, put: (key, held) => Object.assign(value, { [key]: held }) }, ...inner]
}

/**
 * The texts of a body that are members of objects, but those of people's profiles and what is refused where it is empty. Not the only
 * member of an object either: without it the whole of that says nothing.
 */
function textsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return REFUSED.test(path.join('.')) ? [] : [path]
  if (typeof value !== 'object' || value === null || 'login' in value) return []
  const members = Object.entries(value)
  const isPassedOver = Array.isArray(value) || members.length === 1
  return members.flatMap(([key, held]) =>
    isPassedOver && typeof held === 'string' ? [] : textsOf(held, [...path, key]),
  )
}
const REFUSED = /^credentials\.(?:password\.value|recovery_question\.answer)$/

/** A body with another text at a path; undefined takes it away. */
function changed(sound: object, path: readonly string[], make: (text: string) => string | undefined): object {
  const body = structuredClone(sound)
  const holder = path
    .slice(0, -1)
    .reduce((held, key) => held[key] as Record<string, unknown>, body as Record<string, unknown>)
  const [key = ''] = path.slice(-1)
  const text = make(String(holder[key]))
  if (text === undefined) delete holder[key]
  else holder[key] = text
  return body
}

function isTaken(route: Route, body: object): boolean {
  try {
    guarded(route, body, false)
    return true
  } catch {
    return false
  }
}

interface Addition {
  place: number
  key: string
  value: unknown
}

const addition: fc.Arbitrary<Addition> = fc.record({
  place: fc.nat(),
  // No schema and no reply knows a key that begins so.
  key: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `¿${text}`),
  value: fc.jsonValue({ maxDepth: 2 }),
})
const additions = fc.uniqueArray(addition, { minLength: 1, maxLength: 3, selector: ({ key }) => key })

/** A body with keys that no one knows, and their paths. */
function withAdditions(sound: object, added: readonly Addition[]): { body: object; paths: string[] } {
  const body = structuredClone(sound)
  const holders = holdersOf(body)
  const paths = added.map(({ place, key, value }) => {
    const { path, put } = holders[place % holders.length] as Holder
    put(key, value)
    return path ? `${path}.${key}` : key
  })
  return { body, paths: paths.sort() }
}

it('every operation of the interface that takes a body has one here', () => {
  expect(withBody.filter(({ id }) => !SOUND_BODIES[id]).map(({ id }) => id)).toEqual([])
  expect(withBody.length).toBeGreaterThan(25)
})

describe.each(cases)('%s', (_, route, sound) => {
  const { body: expected } = guarded(route, sound, true)

  it('does the same with keys that no one knows as without, and names them [spec/5 decisions/lenient]', () => {
    expect(guarded(route, sound, false)).toEqual({ body: expected, ignored: undefined })
    fc.assert(
      fc.property(additions, (added) => {
        const { body, paths } = withAdditions(sound, added)
        const read = guarded(route, body, false)
        expect(read.body).toEqual(expected)
        expect(names(read.ignored)).toEqual(paths)
      }),
      { numRuns: runs(0.12) },
    )
  })

  it('takes an empty text for none wherever a text may be absent', () => {
    const wrong = textsOf(sound).filter((path) => {
      const accepts = (make: (text: string) => string | undefined) => isTaken(route, changed(sound, path, make))
      // A word of a choice is no text: no other one would do.
      const isText = accepts((text) => `${text}x`) || accepts((text) => `x${text}`)
      return isText && accepts(() => undefined) && !accepts(() => '')
    })
    expect(wrong.map((path) => path.join('.'))).toEqual([])
  })

  it('refuses each of them by its path when it is asked to be strict [spec/5 decisions/strict]', () => {
    fc.assert(
      fc.property(additions, (added) => {
        const { body, paths } = withAdditions(sound, added)
        let thrown: unknown
        try {
          guarded(route, body, true)
        } catch (error) {
          thrown = error
        }
        expect(thrown).toBeInstanceOf(ApiError)
        const { code, causes } = thrown as ApiError
        expect([code, causes.map(({ location }) => location).sort()]).toEqual(['E0000001', paths])
        for (const { location, errorSummary } of causes) expect(errorSummary).toBe(`${location}: is not known here`)
      }),
      { numRuns: runs(0.12) },
    )
  })
})
