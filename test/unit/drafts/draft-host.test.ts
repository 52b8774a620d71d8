import { existsSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { openStore } from '#db/store.ts'
import { groups } from '#db/tables/groups.ts'
import { createDraftHost, type RunningDraftHost } from '#server/drafts/draft-host.ts'
import { createLogger } from '#server/log.ts'
import { createService } from '#operations/composition/create-service.ts'
import { createDraft, discardDraft } from '#operations/drafts/drafts.ts'
import { createGroup } from '#operations/directory/groups.ts'
import type { Service } from '#operations/service/service.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { eventually } from '../../helpers/endpoint.ts'
import { aFolder, START, TestClock } from '../../helpers/server.ts'

const clock = new TestClock()
let service: Service
let host: RunningDraftHost
const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(systemContext(), work)

beforeAll(async () => {
  const store = await openStore(`${await aFolder()}/host.sqlite`, new Date(START).toISOString())
  await initializeWorkspace(store, { engine: 'identity' }, () => START)
  const clocks = { clock: () => clock.now, steadyClock: () => clock.steady }
  service = createService({ store, version: '0', engine: 'identity', ...clocks, url: () => 'http://127.0.0.1:1' })
  const served = { service, log: createLogger('silent'), port: () => 1, rendererDir: null, strict: true }
  host = createDraftHost(served, { lookMs: 10 })
  service.drafts.host = host
})
afterAll(async () => {
  await host.stop()
  await service.workers.close()
  await service.store.close()
})

const make = (name: string) => createDraft(service, write, { name })
const namesIn = async ({ reader }: Service) => (await groups.findAll(reader, { order: ['id'] })).map(({ name }) => name)
const addGroup = (name: string) => (draft: Service) => draft.write(systemContext(), (tx) => createGroup(tx, { name }))

it('gives the service of a draft to use cases, and that of the draft as it was made, which nothing changes', async () => {
  const id = await make('Used')
  const before = await namesIn(service)
  await host.use(id, addGroup('Added'))
  expect(await host.use(id, namesIn)).toContain('Added')
  expect(await namesIn(service)).toEqual(before)
  expect(await host.useBase(id, namesIn)).toEqual(before)
  await expect(host.useBase(id, addGroup('Refused'))).rejects.toThrow('only read')
  expect((await host.useBase(id, namesIn)).sort()).toEqual(before.sort())
  expect(await host.use(id, async (draft) => draft.own.caller?.call('getWorkspace'))).toMatchObject({
    draft: { id, name: 'Used', changes: 1 },
  })
})

it('closes a draft that is not used for a while, and opens it again with what was changed in it', async () => {
  const id = await make('Idle')
  await host.use(id, addGroup('Stays'))
  clock.advance(LIMITS.draftIdleMs - 1)
  expect(host.opened(id)).toBeDefined()
  clock.advance(1)
  await eventually(() => expect(host.opened(id)).toBeUndefined())
  expect(await host.use(id, namesIn)).toContain('Stays')
})

it('refuses one draft more than can be open while all are in use, and waits for none of them', async () => {
  const ids = await Promise.all(Array.from({ length: LIMITS.draftsOpen + 1 }, (_, at) => make(`Many ${at}`)))
  const last = ids.pop() ?? ''
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let entered = 0
  const using = ids.map((id) => host.use(id, () => ((entered += 1), held)))
  await eventually(() => expect(entered).toBe(ids.length))
  await expect(host.use(last, namesIn)).rejects.toMatchObject({ code: 'E0000010' })
  release()
  await Promise.all(using)
  expect(await host.use(last, namesIn)).toEqual(await namesIn(service))
})

it('lets what is under way in a draft end before that is discarded, and knows it no more afterwards', async () => {
  const id = await make('Discarded')
  await host.use(id, namesIn)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const using = host.use(id, (draft) => held.then(() => namesIn(draft)))
  const discarding = discardDraft(service, write, id)
  release()
  expect(await using).toEqual(await namesIn(service))
  await discarding
  expect(host.opened(id)).toBeUndefined()
  await expect(host.use(id, namesIn)).rejects.toMatchObject({ code: 'E0000007' })
})

it('refuses a draft whose file is gone', async () => {
  const id = await make('Broken')
  const file = `${service.store.file}.drafts/${id}.draft`
  expect(existsSync(file)).toBe(true)
  await rm(file)
  await expect(host.use(id, namesIn)).rejects.toMatchObject({ code: 'E0000010' })
})

it('makes no fresh copy of another file that was put in the place of the workspace', async () => {
  const id = await make('Of what?')
  const { file } = service.store
  await rename(file, `${file}.moved`)
  await copyFile(`${file}.moved`, file)
  await expect(host.useFresh(id, () => Promise.resolve(0))).rejects.toMatchObject({ code: 'E0000010' })
  await rename(`${file}.moved`, file)
})
