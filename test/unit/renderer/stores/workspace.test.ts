import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepToken } from '#ui/api/session.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

/** What a page keeps, in memory. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const fetched = globalThis.fetch
let server: TestServer
beforeEach(async () => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  server = await startServer()
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.startsWith('/') ? server.client.fetch(address) : fetched(address, init),
  )
})
afterEach(() => vi.unstubAllGlobals())

/** The store of a page that was reloaded. */
function loaded() {
  setActivePinia(createPinia())
  return useWorkspaceStore()
}

it('the shell of the workspace that was shown last is drawn until the service has answered', async () => {
  await server.make.aUser()
  const first = loaded()
  expect(first.shown).toBeNull()
  await first.refresh()
  const file = first.info?.file
  expect(first.shown).toBe(file)

  keepToken('any')
  const next = loaded()
  expect([next.gate, next.shown]).toEqual(['loading', file])
})

it('no shell is drawn where a token is needed first, or where the last workspace has no people', async () => {
  await server.make.aUser()
  await loaded().refresh()
  expect(loaded().shown).toBeNull()

  keepToken('any')
  server = await startServer()
  const empty = loaded()
  await empty.refresh()
  expect([empty.isNew, empty.shown]).toEqual([true, null])
  expect(loaded().shown).toBeNull()
})
