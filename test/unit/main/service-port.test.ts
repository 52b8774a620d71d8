import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { serviceHandlers } from '#main/ipc/handlers/service.ts'
import { contract } from '#ipc/contract.ts'

const WORKSPACE = { file: '/w', folder: '/', url: 'http://127.0.0.1:7480', port: 7480, tokenFile: null }

function handler({ mayLeave = true } = {}) {
  const moveTo = vi.fn(async (port: number) => ({ ...WORKSPACE, port }))
  const parts = { current: () => ({ server: null as never, workspace: WORKSPACE }), moveTo }
  return { move: serviceHandlers(parts, { mayLeave: async () => mayLeave })['service:port'], moveTo }
}

/** A port that is free at this moment; `hold` keeps it taken while it runs. */
async function somePort(hold?: (port: number) => Promise<void>): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await hold?.(port)
  server.close()
  await once(server, 'close')
  return port
}

it('the service moves to a port that is free', async () => {
  const { move } = handler()
  const port = await somePort()
  expect(await move({ port })).toMatchObject({ port })
})

it('a port that another program has is refused by its number, before anything is closed', async () => {
  const { move, moveTo } = handler()
  await somePort(async (port) => {
    await expect(move({ port })).rejects.toThrow(`Port ${port} is in use`)
  })
  expect(moveTo).not.toHaveBeenCalled()
})

it('who does not want to leave what runs stays on the port', async () => {
  const { move, moveTo } = handler({ mayLeave: false })
  expect(await move({ port: await somePort() })).toBeNull()
  expect(moveTo).not.toHaveBeenCalled()
})

it('the port that it has already is no reason to start again', async () => {
  const { move, moveTo } = handler()
  expect(await move({ port: WORKSPACE.port })).toEqual(WORKSPACE)
  expect(moveTo).not.toHaveBeenCalled()
})

it.each([0, -1, 65_536, 80.5, '7480', null])('%j is no port', (port) => {
  expect(contract['service:port'].input.safeParse({ port }).success).toBe(false)
})
