import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Group } from '#contract/directory/group.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'
import { stop } from './program.ts'
import { connect, open, pull, requestsOf, type Opened } from './pulling.ts'
import { readOverHttp } from './read-side-over-http.ts'
import { ALLOWED, isOther, MINUTE_MS } from './pull-budget.ts'

const ROUNDS = 2
/** Of a plan: half of them make something, half change it. */
const STEPS = 1_000
const HALF = STEPS / 2
const NAME = 'Bench'

const withoutLimits = ({ call }: Opened) => call('PUT', '/gatehouse/v1/rate-limits', { enabled: false })
const bodyOf = (name: string, description: string) => ({ profile: { name, description } })

/** Makes groups, one after the other. */
async function make({ call }: Opened, round: number): Promise<void> {
  for (let at = 0; at < HALF; at += 1) await call('POST', '/api/v1/groups', bodyOf(`Team ${round}.${at}`, 'Made'))
}

/** Changes the groups of a round, one after the other. */
async function change({ call }: Opened, round: number, groups: readonly Group[]): Promise<void> {
  for (const { id, profile } of groups) await call('PUT', `/api/v1/groups/${id}`, bodyOf(profile.name, `By ${round}`))
}

async function groupsOf({ call }: Opened, round: number): Promise<Group[]> {
  const search = encodeURIComponent(`profile.name sw "Team ${round}."`)
  const groups = await call<Group[]>('GET', `/api/v1/groups?limit=${STEPS}&search=${search}`)
  if (groups.length !== HALF) throw new Error(`there are ${groups.length} groups of round ${round}`)
  return groups
}

/** Waits for the end of a job. @throws Error where it did not end well */
async function finish({ call }: Opened, { id }: Job): Promise<void> {
  for (;;) {
    const { state, problem } = await call<Job>('GET', `/gatehouse/v1/jobs/${id}`)
    if (state === 'COMPLETED') return
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`a job ended ${state}: ${problem}`)
    await sleep(10)
  }
}

async function plan(here: Opened, connectionId: string): Promise<void> {
  await finish(here, await here.call<Job>('POST', `/gatehouse/v1/connections/${connectionId}/plan`, { whole: true }))
}

async function latest({ call }: Opened, connectionId: string): Promise<SyncPlanView> {
  const [one] = await call<SyncPlanView[]>('GET', `/gatehouse/v1/sync-plans?connectionId=${connectionId}`)
  if (!one) throw new Error('there is no plan')
  return one
}

const apply = ({ call }: Opened, { id }: SyncPlanView) =>
  call<Job>('POST', `/gatehouse/v1/sync-plans/${id}/apply`, { confirmation: NAME, partial: true })

/**
 * What planning and applying cost: rounds in which half of the objects are new, and half were made in the round before. Beside 1.5 readings, applying
 * notes for each step here that it begins and that the one before it is done, and waits for the disk once.
 */
async function withoutAnyLimits(here: Opened, remote: Opened, bare: Opened, id: string): Promise<Figure[]> {
  const [planning, applying] = [times(), times()]
  for (const one of [here, bare]) await make(one, 0)
  await plan(here, id)
  await finish(here, await apply(here, await latest(here, id)))
  for (let round = 1; round <= ROUNDS; round += 1) {
    await change(here, round, await groupsOf(here, round - 1))
    await make(here, round)
    planning.ours.push(await timed(() => plan(here, id)))
    planning.theirs.push(await timed(() => readOverHttp(here).then(() => readOverHttp(remote))))
    const made = await latest(here, id)
    if (made.steps !== STEPS) throw new Error(`the plan has ${made.steps} steps`)
    applying.ours.push(await timed(async () => finish(here, await apply(here, made))))
    const groups = await groupsOf(bare, round - 1)
    applying.theirs.push(await timed(() => change(bare, round, groups).then(() => make(bare, round))))
  }
  return [
    ratioFigure(`Plan of ${STEPS} steps`, 'ms', planning, { bound: { most: 2 }, of: 'reading both sides' }),
    ratioFigure(`Application of ${STEPS} steps`, 'ms', applying, {
      bound: { most: 2.5 },
      of: 'the same writes sent bare',
    }),
  ]
}
const times = () => ({ ours: [] as number[], theirs: [] as number[] })

/** How much of what a remote allows is used by an application that has to wait for its limits, in its first minute. */
async function withinLimits(here: Opened, remote: Opened, id: string): Promise<Figure> {
  await make(here, ROUNDS + 1)
  await plan(here, id)
  await remote.call('PUT', '/gatehouse/v1/rate-limits', { enabled: true })
  const before = (await requestsOf(here, id)).length
  const job = await apply(here, await latest(here, id))
  await sleep(MINUTE_MS + 2_000)
  await here.call('POST', `/gatehouse/v1/jobs/${job.id}/cancel`, {})
  await finish(here, job).catch(() => {})
  const all = await requestsOf(here, id)
  const requests = all.slice(0, all.length - before).filter(isOther)
  const began = Math.min(...requests.map(({ time }) => Date.parse(time)))
  const used = requests.filter(({ time }) => Date.parse(time) < began + MINUTE_MS).length
  return ratioFigure(
    'Requests of an application within limits',
    'a minute',
    { ours: [used], theirs: [ALLOWED] },
    { bound: { least: 0.8 }, of: 'what is allowed' },
  )
}

/** Planning what makes a remote be as the workspace, and doing it. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const opened: Opened[] = []
  const opening = async (name: string, sample: boolean) => {
    const one = await open(join(folder, `${name}.sqlite`), sample ? ['--sample'] : [])
    opened.push(one)
    await withoutLimits(one)
    return one
  }
  try {
    const [remote, bare, here] = [
      await opening('remote', true),
      await opening('bare', true),
      await opening('here', false),
    ]
    const id = await connect(here, remote, { mayWrite: true })
    await pull(here, id)
    return [...(await withoutAnyLimits(here, remote, bare, id)), await withinLimits(here, remote, id)]
  } finally {
    for (const { service } of opened) await stop(service)
    rmSync(folder, { recursive: true, force: true })
  }
}
