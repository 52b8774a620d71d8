import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runningWork } from '#main/updates/running-work.ts'
import { createServer, type RunningServer } from '#server/index.ts'

let folder: string
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-work-'))
  server = await createServer({ dataFile: join(folder, 'work.sqlite'), sample: true })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it('nothing runs while no workspace is open', async () => {
  expect(await runningWork(null)).toEqual([])
})

it('names the work that somebody asked for until it has ended, and never housekeeping', async () => {
  expect(await runningWork(server)).toEqual([])
  const headers = { authorization: `SSWS ${server.token}` }
  const started = await fetch(`${server.url}/gatehouse/v1/logs/verification`, { method: 'POST', headers })
  expect(started.ok).toBe(true)
  expect(await runningWork(server)).toEqual(['Verification of the audit log'])
  await vi.waitFor(async () => expect(await runningWork(server)).toEqual([]), { timeout: 60_000 })
})
