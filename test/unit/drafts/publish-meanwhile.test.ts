import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { openStore } from '#db/store.ts'
import { drafts } from '#db/tables/drafts.ts'
import { groups } from '#db/tables/groups.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { createService } from '#operations/composition/create-service.ts'
import { createGroup } from '#operations/directory/groups.ts'
import { createDraft, discardDraft } from '#operations/drafts/drafts.ts'
import { queueDraftPlan, queueRebase } from '#operations/drafts/publishing.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { createDraftHost, type RunningDraftHost } from '#server/drafts/draft-host.ts'
import { createLogger } from '#server/log.ts'
import { planDraft } from '#sync/drafts/plan-draft.ts'
import { makeDraftPlan, publishDraft } from '#sync/drafts/publish-draft.ts'
import { newWorkspace } from '../../helpers/new-workspace.ts'
import { aFolder, START } from '../../helpers/server.ts'

let service: Service
let host: RunningDraftHost
const context = systemContext()
const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(context, work)

beforeAll(async () => {
  const file = await newWorkspace(await aFolder(), { now: START })
  const store = await openStore(file, new Date(START).toISOString())
  service = createService({
    ...{ store, version: '0', engine: 'identity', clock: () => START, url: () => 'http://127.0.0.1:1' },
  })
  service.own.caller = inProcessCaller(service)
  service.own.writer = inProcessWriter(service)
  host = createDraftHost({ service, log: createLogger('silent'), port: () => 1, rendererDir: null, strict: true })
  service.drafts.host = host
})
afterAll(async () => {
  await host.stop()
  await service.workers.close()
  await service.store.close()
})

const namesIn = async ({ reader }: Service) => (await groups.findAll(reader, { order: ['id'] })).map(({ name }) => name)
const addGroup = (name: string) => (draft: Service) => draft.write(context, (tx) => createGroup(tx, { name }))

/** Makes a draft with one change, and reads what publishing it would do. */
async function planned(name: string) {
  const draftId = await createDraft(service, write, { name })
  await host.use(draftId, addGroup(`Of ${name}`))
  const { digest } = await planDraft(service, { draftId, request: {}, context })
  return { draftId, digest, prefer: null, keep: false, isPartial: false, isConfirmed: true, context }
}

/** The service, in which something else is done once the draft was read, and before the workspace is. */
function meanwhile(work: () => Promise<unknown>): Service {
  const caller = inProcessCaller(service)
  let doing: Promise<unknown> | null = null
  const page: Caller['page'] = async (id, input) => {
    await (doing ??= work())
    return caller.page(id, input)
  }
  return { ...service, own: { ...service.own, caller: { ...caller, page } } }
}

/** A write beside which a draft is discarded. */
const withDiscard =
  (when: 'before' | 'after', draftId: string): Service['write'] =>
  async (by, work) => {
    if (when === 'before') await discardDraft(service, write, draftId)
    const result = await service.write(by, work)
    if (when === 'after') await discardDraft(service, write, draftId)
    return result
  }

it('what is changed in a draft while it is published is not lost: the draft stays', async () => {
  const publishing = await planned('Edited')
  const { draftId } = publishing
  const edited = meanwhile(() => host.use(draftId, addGroup('Edited meanwhile')))
  expect(await publishDraft(edited, publishing)).toBe(false)
  expect(await namesIn(service)).toContain('Of Edited')
  expect(await namesIn(service)).not.toContain('Edited meanwhile')
  expect(await host.use(draftId, namesIn)).toContain('Edited meanwhile')
  const { digest } = await planDraft(service, { draftId, request: {}, context })
  expect(await publishDraft(service, { ...publishing, digest })).toBe(true)
  expect(await namesIn(service)).toContain('Edited meanwhile')
  expect(await drafts.get(service.reader, draftId)).toBeUndefined()
})

it('a draft that is discarded while its publication waits to be written is not published', async () => {
  const publishing = await planned('Unwanted')
  const late = { ...service, write: withDiscard('before', publishing.draftId) }
  await expect(publishDraft(late, publishing)).rejects.toThrow(
    'The draft was discarded before it was published: nothing was changed.',
  )
  expect(await namesIn(service)).not.toContain('Of Unwanted')
})

it('a publication does not fail because others have discarded the draft once it was published', async () => {
  const publishing = await planned('Done with')
  const late = { ...service, write: withDiscard('after', publishing.draftId) }
  expect(await publishDraft(late, publishing)).toBe(true)
  expect(await namesIn(service)).toContain('Of Done with')
})

it('a large plan is tried beside the workspace, whose writes do not wait for it', async () => {
  const draftId = await createDraft(service, write, { name: 'Large' })
  await host.use(draftId, async (draft) => {
    for (let at = 0; at <= LIMITS.stepsTriedHere; at += 1) await addGroup(`Of many, ${at}`)(draft)
  })
  const refuse = () => Promise.reject(new Error('the workspace is held up'))
  const { plan } = await makeDraftPlan({ ...service, write: refuse }, { draftId, request: {}, context })
  expect(plan.problem).toBeNull()
  expect(plan.steps).toBe(LIMITS.stepsTriedHere + 1)
  expect(await namesIn(service)).not.toContain('Of many, 0')
})

it('a draft that is planned or brought up to date with one wish is not asked for another meanwhile', async () => {
  const draftId = await createDraft(service, write, { name: 'Asked for twice' })
  for (const queue of [queueDraftPlan, queueRebase]) {
    const first = await write((tx) => queue(tx, draftId, { prefer: 'draft' }))
    expect((await write((tx) => queue(tx, draftId, { prefer: 'draft' }))).id).toBe(first.id)
    await expect(write((tx) => queue(tx, draftId, { prefer: 'workspace' }))).rejects.toMatchObject({ code: 'E0000001' })
  }
})
