import { copyFile, rm } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '#contract/interface/limits.ts'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { Draft } from '#contract/gatehouse/draft.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { flush } from '#db/copy-database.ts'
import { enlarge } from './large-workspace.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'
import { memoryOf, stop } from './program.ts'
import { open, type Opened } from './pulling.ts'

const ROUNDS = 3
const PEOPLE = 100_000
const GROUPS_OF_EACH = 2
const CHANGES = 100
/** For what a first request leaves to be done. */
const REST_MS = 5_000
const DRAFTS = '/gatehouse/v1/drafts'

/** What a page of people and one of policies ask for. */
async function use({ call }: Opened, of = ''): Promise<void> {
  await call('GET', `${of}/api/v1/users?limit=200`)
  await call('GET', `${of}/api/v1/policies?type=SVC_SIGN_ON`)
}

const makeDraft = ({ call }: Opened, name: string) => call<Draft>('POST', DRAFTS, { name })

/** The answer to a deletion has no body. */
async function discard({ service, headers }: Opened, { id }: Draft): Promise<void> {
  const reply = await fetch(`${service.url}${DRAFTS}/${id}`, { method: 'DELETE', headers })
  if (!reply.ok) throw new Error(`a draft was not discarded: ${reply.status}`)
}

async function makingOne(opened: Opened, dataFile: string): Promise<Figure> {
  const times = { ours: [] as number[], theirs: [] as number[] }
  const copy = `${dataFile}.copied`
  for (let round = -1; round < ROUNDS; round += 1) {
    let draft: Draft | undefined
    const ours = await timed(async () => (draft = await makeDraft(opened, `Round ${round}`)))
    const theirs = await timed(async () => {
      await copyFile(dataFile, copy)
      await flush(copy)
    })
    if (draft) await discard(opened, draft)
    await rm(copy)
    if (round < 0) continue
    times.ours.push(ours)
    times.theirs.push(theirs)
  }
  return ratioFigure(`Draft of a workspace of ${PEOPLE.toLocaleString('en')} people`, 'ms', times, {
    bound: { most: 2 },
    of: 'a flushed copy of its file',
  })
}

/** As many as can be open at a time, in use by the same requests as the workspace. */
async function memoryOfOpenOnes(opened: Opened): Promise<Figure> {
  await use(opened)
  await sleep(REST_MS)
  const before = memoryOf(opened.service)
  for (let at = 0; at < LIMITS.draftsOpen; at += 1) {
    const { id } = await makeDraft(opened, `Open ${at}`)
    await use(opened, `/drafts/${id}`)
  }
  await sleep(REST_MS)
  const each = (memoryOf(opened.service) - before) / LIMITS.draftsOpen
  return ratioFigure(
    'Memory (resident) of an open draft',
    'MiB',
    { ours: [each], theirs: [before] },
    { bound: { most: 0.5 }, of: 'that of the service' },
  )
}

async function ofManyPeople(dataFile: string): Promise<Figure[]> {
  await stop((await open(dataFile, ['--sample'])).service)
  await enlarge(dataFile, { people: PEOPLE, groupsOfEach: GROUPS_OF_EACH, events: 0 })
  const making = await open(dataFile)
  const made = await makingOne(making, dataFile).finally(() => stop(making.service))
  const using = await open(dataFile)
  return [made, await memoryOfOpenOnes(using).finally(() => stop(using.service))]
}

/** Waits for the end of what is asked for. @throws Error where it did not end well */
async function finished({ call }: Opened, path: string, body: object): Promise<void> {
  const { id } = await call<Job>('POST', path, body)
  for (;;) {
    const { state, problem } = await call<Job>('GET', `/gatehouse/v1/jobs/${id}`)
    if (state === 'COMPLETED') return
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`${path} ended ${state}: ${problem}`)
    await sleep(10)
  }
}

/** Groups, and rules that each decide for one of them. */
async function changeMuch({ call }: Opened, draft: string, round: number): Promise<void> {
  const inside = <Body>(path: string, body: object) => call<Body>('POST', `${draft}/api/v1/${path}`, body)
  const name = `Round ${round}`
  const policy = await inside<{ id: string }>('policies', { type: 'SVC_SIGN_ON', name })
  for (let at = 0; at < (CHANGES - 1) / 2; at += 1) {
    const { id } = await inside<{ id: string }>('groups', { profile: { name: `${name}, team ${at}` } })
    const conditions = { people: { groups: { include: [id] } } }
    const rule = { type: 'SIGN_ON', name: `${name}, rule ${at}`, actions: { signon: { access: 'DENY' } }, conditions }
    await inside(`policies/${policy.id}/rules`, rule)
  }
}

async function publishing(dataFile: string): Promise<Figure> {
  const opened = await open(dataFile, ['--sample'])
  const { call, service } = opened
  const times = { ours: [] as number[], theirs: [] as number[] }
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const { id, name } = await makeDraft(opened, `Round ${round}`)
      await changeMuch(opened, `/drafts/${id}`, round)
      const theirs = await timed(() => finished(opened, `${DRAFTS}/${id}/plan`, {}))
      const { digest, steps } = await call<DraftPlan>('GET', `${DRAFTS}/${id}/plan`)
      if (steps < CHANGES) throw new Error(`the plan has ${steps} steps`)
      const ours = await timed(() => finished(opened, `${DRAFTS}/${id}/publish`, { digest, confirmation: name }))
      if (round < 0) continue
      times.ours.push(ours)
      times.theirs.push(theirs)
    }
  } finally {
    await stop(service)
  }
  return ratioFigure(`Publication of ${CHANGES} changes of a draft`, 'ms', times, {
    bound: { most: 2 },
    of: 'their review',
  })
}

/** What drafts cost beside the least that they could. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    return [...(await ofManyPeople(join(folder, 'large.sqlite'))), await publishing(join(folder, 'sample.sqlite'))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
