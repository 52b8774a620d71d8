import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetToken, keepToken } from '#ui/api/session.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  bePageOf(() => server)
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

  const next = loaded()
  expect([next.gate, next.shown]).toEqual(['loading', file])
})

it('no shell is drawn where a token is needed first, or where the last workspace has no people', async () => {
  await server.make.aUser()
  await loaded().refresh()
  forgetToken()
  expect(loaded().shown).toBeNull()

  server = await startServer()
  keepToken(server.token)
  const empty = loaded()
  await empty.refresh()
  expect([empty.isNew, empty.shown]).toEqual([true, null])
  expect(loaded().shown).toBeNull()
})
