import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { undoOfNewest } from '#ui/api/versions.ts'

/** The versions of each object, the newest first, as the service lists them. */
let versions: Record<string, { id: string; action: string }[]> = {}
let sent: unknown[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    if (pathname.endsWith('/versions/undo')) {
      sent.push(JSON.parse(body as string))
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const all = versions[searchParams.get('id') ?? ''] ?? []
    return Promise.resolve(Response.json(all.slice(0, Number(searchParams.get('limit')))))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('the changes of several objects are taken back by one request, in the order in which they were made', async () => {
  versions = {
    b: [{ id: '9', action: 'updated' }],
    a: [
      { id: '8', action: 'updated' },
      { id: '7', action: 'updated' },
      { id: '2', action: 'created' },
    ],
  }
  const undo = await undoOfNewest(['a', 'b', 'a'])
  expect(sent).toEqual([])
  await undo?.()
  const changes = [
    { versionId: '8', count: 2 },
    { versionId: '9', count: 1 },
  ]
  expect(sent).toEqual([{ changes }])
})

it('there is no way back to before the first version, or from no change', async () => {
  versions = {
    old: [{ id: '1', action: 'baseline' }],
    young: [{ id: '4', action: 'updated' }],
  }
  expect(await undoOfNewest(['young', 'old'])).toBeNull()
  expect(await undoOfNewest(['young', 'young'])).toBeNull()
  expect(await undoOfNewest([])).toBeNull()
})
