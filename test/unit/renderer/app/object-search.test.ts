import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import type { SearchHit } from '#contract/gatehouse/search.ts'
import { useObjectSearch } from '#ui/app/palette/useObjectSearch.ts'

const WAIT_MS = 120
const policy = { kind: 'policy', id: '00p1', name: 'Contractors' } as const
const server = { kind: 'authorizationServer', id: 'aus1', name: 'Own' } as const
const group: SearchHit = { kind: 'group', id: '00g1', name: 'Contractors', detail: null, match: 'name' }

/** What was asked for, and how the test answers it. */
let asked: { url: string; signal: AbortSignal; answer: (hits: unknown, status?: number) => void }[] = []
let scope: EffectScope

beforeEach(() => {
  asked = []
  scope = effectScope()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
      asked.push({ url, signal, answer: (hits, status = 200) => resolve(Response.json(hits, { status })) })
    })
  })
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  const query = ref('')
  const search = scope.run(() => useObjectSearch(query))!
  const type = async (text: string, wait = WAIT_MS) => {
    query.value = text
    await nextTick()
    await vi.advanceTimersByTimeAsync(wait)
  }
  return { ...search, type }
}

describe('the palette’s search for objects', () => {
  it('is one request for all kinds', async () => {
    const { type, found, searching } = open()
    await type('contr')
    expect(asked.map(({ url }) => url)).toEqual(['/gatehouse/v1/search?q=contr&limit=50'])
    expect(searching.value).toBe(true)
    asked[0]?.answer([group])
    await vi.advanceTimersByTimeAsync(0)
    expect([found.value, searching.value]).toEqual([[{ ...group, to: '/directory/groups/00g1' }], false])
  })

  it('opens a rule through its policy, and a policy at its authorization server', async () => {
    const { type, found } = open()
    await type('any')
    asked[0]?.answer([
      { kind: 'rule', id: '0pr1', name: 'Any', detail: null, parent: policy },
      { ...policy, detail: 'OAUTH_AUTHORIZATION_POLICY', parent: server },
    ])
    await vi.advanceTimersByTimeAsync(0)
    expect(found.value.map(({ to }) => to)).toEqual(['/policies/00p1?rule=0pr1', '/policies/00p1?server=aus1'])
  })

  it('asks for nothing once the text is too short again, or the palette is closed', async () => {
    const { type, found } = open()
    await type('con', WAIT_MS / 2)
    await type('c')
    await type('con', WAIT_MS / 2)
    scope.stop()
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    expect([asked, found.value]).toEqual([[], []])
  })

  it('drops the answer to a text that is no longer there', async () => {
    const { type, found } = open()
    await type('con')
    await type('cont', 0)
    expect(asked[0]?.signal.aborted).toBe(true)
    await type('contr')
    asked[0]?.answer([{ ...group, name: 'old' }])
    asked[1]?.answer([group])
    await vi.advanceTimersByTimeAsync(0)
    expect(found.value.map(({ name }) => name)).toEqual(['Contractors'])
  })

  it('says why it failed', async () => {
    const { type, problem, searching } = open()
    await type('con')
    asked[0]?.answer({ errorCode: 'E0000001', errorSummary: 'The search takes too long.' }, 400)
    await vi.advanceTimersByTimeAsync(0)
    expect([problem.value, searching.value]).toEqual(['The search takes too long.', false])
  })
})
