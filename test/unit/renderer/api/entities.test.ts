import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENTITIES } from '#ui/api/entities.ts'

let asked: string[] = []
let answers: Record<string, unknown>

beforeEach(() => {
  ;[asked, answers] = [[], {}]
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json(answers[url] ?? []))
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a picker', () => {
  it.each(['zone', 'userType', 'policy', 'behavior', 'deviceAssurance'] as const)(
    'of a %s finds what is typed by one search, without reading all of them',
    async (kind) => {
      const url = `/gatehouse/v1/search?q=head%20off&kind=${kind}&limit=30`
      answers = { [url]: [{ kind, id: 'x1', name: 'Head office', detail: 'IP' }] }
      expect(await ENTITIES[kind].search(' head off ')).toEqual([{ id: 'x1', name: 'Head office', detail: 'IP' }])
      expect(asked).toEqual([url])
    },
  )

  it('offers the first ones by name before anything is typed', async () => {
    const zones = [
      { id: 'nzo1', name: 'b', type: 'IP' },
      { id: 'nzo2', name: 'a', type: 'DYNAMIC' },
    ]
    answers = { '/api/v1/zones': zones }
    expect(await ENTITIES.zone.search('')).toEqual([
      { id: 'nzo2', name: 'a', detail: 'DYNAMIC' },
      { id: 'nzo1', name: 'b', detail: 'IP' },
    ])
  })
})
