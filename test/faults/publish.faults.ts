import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { Random } from '../fuzz/random.ts'
import { draftClient } from '../helpers/drafts.ts'
import { makeFactories } from '../helpers/factories.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'
import { ended } from '../helpers/sync/connections.ts'
import { httpCaller } from '../helpers/sync/http-caller.ts'
import { builtProgram, dieAt, endProcess, startProcess, type ServiceProcess } from './service.ts'

const KILLS = 30
const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 1)
const NAME = 'Tighten Payroll'
const SHARED = 6

type Inside = Pick<ServiceProcess, 'client'>
const FILE = 'org.sqlite'
const CLI = builtProgram()

/** A workspace with a draft, in which both have changed something else, closed. */
interface Prepared {
  folder: string
  draftId: string
}

const groupsOf = async ({ client }: Inside) =>
  (await client.call('listGroups', { query: { q: 'Shared', limit: 200 } })).body

async function describe(inside: Inside, name: string, description: string): Promise<void> {
  const group = (await groupsOf(inside)).find(({ profile }) => profile.name === name)
  const params = { groupId: group?.id ?? '' }
  await inside.client.call('replaceGroup', { params, body: { profile: { name, description } } })
}

/** Makes, changes and removes some of everything. @param of tells what is made apart */
async function changeSome({ client }: Inside, of: string): Promise<void> {
  const make = makeFactories(client)
  const groups = [await make.aGroup(`${of} 1`), await make.aGroup(`${of} 2`)]
  const login = `${of}@example.test`.replaceAll(' ', '-').toLowerCase()
  await make.aUser(
    { login, email: login },
    groups.map(({ id }) => id),
  )
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: `${of} policy` })
  for (let at = 0; at < 3; at += 1) await make.aRule(policy, { name: `${of} rule ${at}` })
  await make.aZone({ name: `${of} zone` })
}

async function prepare(): Promise<Prepared> {
  const folder = await aFolder()
  const service = await startProcess(join(folder, FILE), { cli: CLI })
  const make = makeFactories(service.client)
  for (let at = 0; at < SHARED; at += 1) await make.aGroup(`Shared ${at}`)
  const draft = (await service.client.call('createDraft', { body: { name: NAME } })).body
  const inside = { client: draftClient(service, draft) }
  await changeSome(inside, 'Drafted')
  await describe(inside, 'Shared 0', 'Of the draft')
  const [, gone] = await groupsOf(inside)
  await inside.client.call('deleteGroup', { params: { groupId: gone?.id ?? '' } })
  await changeSome(service, 'Meanwhile')
  await describe(service, 'Shared 2', 'Of the workspace')
  await endProcess(service, 'SIGTERM')
  return { folder, draftId: draft.id }
}

/** A copy of what was prepared, served. */
async function copied({ folder }: Prepared): Promise<{ dataFile: string; service: ServiceProcess }> {
  const copy = await aFolder()
  await cp(folder, copy, { recursive: true })
  const dataFile = join(copy, FILE)
  return { dataFile, service: await startProcess(dataFile, { cli: CLI, isMortal: true }) }
}

async function plannedDraft(service: Inside, draftId: string): Promise<{ plan: DraftPlan; steps: string[] }> {
  const params = { draftId }
  const job = (await service.client.call('planDraft', { params, body: {} })).body
  expect(await ended(service, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
  const plan = (await service.client.call('getDraftPlan', { params })).body as DraftPlan
  const steps = (await service.client.call('listDraftPlanSteps', { params, query: { limit: 200 } })).body
  return { plan, steps: steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`) }
}

const askToPublish = async ({ client }: Inside, draftId: string, { digest }: DraftPlan) =>
  (await client.call('publishDraft', { params: { draftId }, body: { digest, confirmation: NAME } })).body

const askToRebase = async ({ client }: Inside, draftId: string) =>
  (await client.call('rebaseDraft', { params: { draftId }, body: {} })).body

const withoutOrders = (steps: readonly string[]) => steps.filter((step) => !step.startsWith('order '))

const draftsOf = async ({ client }: Inside) => (await client.call('listDrafts', {})).body.map(({ id }) => id)

/** What a side holds, to be compared. */
async function contentOf(inside: Inside): Promise<string[]> {
  const { objects } = await readSide(httpCaller(inside as never))
  return [...objects]
    .flatMap(([kind, all]) => [...all.values()].map(({ key, body }) => `${kind} ${key} ${JSON.stringify(body)}`))
    .map((line) =>
      line.replaceAll(/"(?:created|lastUpdated|statusChanged|activated|lastMembershipUpdated)":"[^"]*"/g, ''),
    )
    .map((line) => line.replaceAll(/:\d{4,5}\b/g, ':port'))
    .sort()
}

async function expectWhole(dataFile: string, when: string): Promise<void> {
  for (const file of [dataFile, ...(await filesOf(dataFile)).filter((name) => /\.(?:draft|base)$/.test(name))]) {
    const integrity = await withDatabase(file, (database) => database.first('PRAGMA integrity_check'))
    expect(integrity, `${file} ${when}`).toEqual({ integrity_check: 'ok' })
  }
  expect((await verifyLogFile(dataFile, {})).violation, when).toBeNull()
}

const filesOf = async (dataFile: string) =>
  (await readdir(`${dataFile}.drafts`).catch(() => [])).map((name) => join(`${dataFile}.drafts`, name))

/** Moments among so many changes: some of each part, and each of the last ones, when files and names change. */
function momentsOf(changes: number): number[] {
  const random = new Random(SEED)
  const last = 12
  const spread = KILLS - last
  const early = Math.max(spread, changes - last)
  const some = Array.from({ length: spread }, (_, at) => 1 + Math.floor(((at + random.next()) * early) / spread))
  return [...some, ...Array.from({ length: last }, (_, at) => changes - last + 1 + at)]
}

/** Waits until a service has died, or what it was asked for has ended, and ends it then. @returns whether it has died of itself */
async function died(service: ServiceProcess, asking: Promise<{ id: string }>): Promise<boolean> {
  const { child } = service
  const gone = new Promise<void>((resolve) => (isGone(child) ? resolve() : child.once('exit', () => resolve())))
  const ending = asking.then(({ id }) => ended(service, id))
  // It may die before it has answered.
  await Promise.race([gone, ending.catch(() => gone)])
  if (isGone(child)) return true
  await endProcess(service, 'SIGKILL')
  return false
}

const isGone = ({ signalCode }: ServiceProcess['child']) => signalCode !== null

/** How often the log of a workspace says that something was done. */
async function timesIn({ client }: Inside, eventType: string): Promise<number> {
  return (await client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"`, limit: 200 } })).body
    .length
}

it(
  `killed ${KILLS} times while it publishes a draft, a service has published all of it or nothing, and publishing it again ends right`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const prepared = await prepare()
    const { draftId } = prepared
    const { service: first } = await copied(prepared)
    const before = await contentOf(first)
    const { plan, steps } = await plannedDraft(first, draftId)
    await dieAt(first, null)
    await ended(first, (await askToPublish(first, draftId, plan)).id)
    const changes = await dieAt(first, null)
    const after = await contentOf(first)
    const creations = await timesIn(first, 'group.lifecycle.create')
    await endProcess(first, 'SIGTERM')
    expect(changes).toBeGreaterThan(KILLS * 2)

    const found: string[] = []
    for (const at of momentsOf(changes)) {
      const { dataFile, service } = await copied(prepared)
      const { plan } = await plannedDraft(service, draftId)
      await dieAt(service, at)
      const hasDied = await died(service, askToPublish(service, draftId, plan))
      const when = `seed ${SEED}, killed before change ${at} of ${changes}`
      if (at < changes / 2) expect(hasDied, when).toBe(true)
      await expectWhole(dataFile, when)
      const again = await startProcess(dataFile, { cli: CLI })
      const content = await contentOf(again)
      const isPublished = content.length === after.length && content.join() === after.join()
      expect(content, when).toEqual(isPublished ? after : before)
      const left = await draftsOf(again)
      found.push(`${at} ${isPublished ? 'published' : 'nothing'}${left.length > 0 ? '' : ', discarded'}`)
      if (left.length > 0) {
        const { plan: next, steps: nextSteps } = await plannedDraft(again, draftId)
        expect(nextSteps, when).toEqual(isPublished ? [] : steps)
        if (!isPublished)
          expect(await ended(again, (await askToPublish(again, draftId, next)).id), when).toMatchObject({
            ...{ state: 'COMPLETED', problem: null },
          })
        else await again.client.call('deleteDraft', { params: { draftId } })
      } else expect(isPublished, when).toBe(true)
      expect(await contentOf(again), when).toEqual(after)
      expect(await draftsOf(again), when).toEqual([])
      expect(await timesIn(again, 'gatehouse.draft.publish'), when).toBe(1)
      expect(await timesIn(again, 'group.lifecycle.create'), when).toBe(creations)
      await endProcess(again, 'SIGTERM')
      expect(await filesOf(dataFile), when).toEqual([])
    }
    process.stdout.write(`${KILLS} kills in a publication of ${changes} changes: ${found.join('; ')}\n`)
  },
)

it(
  `killed ${KILLS} times while it brings a draft up to date, a service takes nothing of the workspace for a change of the draft`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const prepared = await prepare()
    const { draftId } = prepared
    const { service: first } = await copied(prepared)
    const { steps } = await plannedDraft(first, draftId)
    await dieAt(first, null)
    expect(await ended(first, (await askToRebase(first, draftId)).id)).toMatchObject({ state: 'COMPLETED' })
    const changes = await dieAt(first, null)
    await endProcess(first, 'SIGTERM')

    for (const at of momentsOf(changes)) {
      const { dataFile, service } = await copied(prepared)
      await plannedDraft(service, draftId)
      await dieAt(service, at)
      const hasDied = await died(service, askToRebase(service, draftId))
      const when = `seed ${SEED}, killed before change ${at} of ${changes}`
      if (at < changes / 2) expect(hasDied, when).toBe(true)
      const again = await startProcess(dataFile, { cli: CLI })
      const names = (await readdir(`${dataFile}.drafts`)).filter(
        (name) => !/\.(?:draft|base)(?:$|[-.])/.test(name) || name.includes('making'),
      )
      expect(names, when).toEqual([])
      // What the workspace has changed is changed once more there: of the draft it was not.
      await describe(again, 'Shared 2', 'Of the workspace, later')
      const { plan, steps: left } = await plannedDraft(again, draftId)
      expect({ left: withoutOrders(left), conflicts: plan.conflicts }, when).toEqual({
        left: withoutOrders(steps),
        conflicts: 0,
      })
      expect(await ended(again, (await askToRebase(again, draftId)).id), when).toMatchObject({
        ...{ state: 'COMPLETED', problem: null },
      })
      const { plan: last, steps: lastSteps } = await plannedDraft(again, draftId)
      // What is new in both is in some order.
      expect(withoutOrders(lastSteps), when).toEqual(withoutOrders(steps))
      expect(await ended(again, (await askToPublish(again, draftId, last)).id), when).toMatchObject({
        ...{ state: 'COMPLETED', problem: null },
      })
      const group = (await groupsOf(again)).find(({ profile }) => profile.name === 'Shared 2')
      expect(group?.profile['description'], when).toBe('Of the workspace, later')
      await endProcess(again, 'SIGTERM')
      await expectWhole(dataFile, when)
    }
    process.stdout.write(`${KILLS} kills in an update of ${changes} changes\n`)
  },
)
