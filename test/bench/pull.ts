import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemContext } from '#audit-log/request-context.ts'
import { parseLinks } from '#contract/interface/link-header.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import type { PullSummary } from '#contract/gatehouse/pull.ts'
import { openStore } from '#db/store.ts'
import { appendEvents } from './append.ts'
import { person } from './audit-events.ts'
import { enlarge } from './large-workspace.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'
import { headersOf, memoryOf, start, stop } from './program.ts'

const CLI = 'out/server/cli.js'
const PEOPLE = 2_000
const GROUPS_OF_EACH = 2
const CHANGES = 100
const BATCH = 1_000
const ROUNDS = 3

/** A service, and how it is called. */
async function open(dataFile: string, more: readonly string[] = []) {
  const service = await start(CLI, ['--data', dataFile, '--port', '0', '--json', ...more])
  const headers = { ...headersOf(dataFile), 'content-type': 'application/json' }
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const reply = await fetch(service.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  return { service, call, headers, token: readFileSync(`${dataFile}.token`, 'utf8').trim() }
}
type Opened = Awaited<ReturnType<typeof open>>

/** A remote with the sample and many people. */
async function openRemote(dataFile: string): Promise<Opened> {
  await stop((await open(dataFile, ['--sample'])).service)
  await enlarge(dataFile, { people: PEOPLE, groupsOfEach: GROUPS_OF_EACH, events: 0 })
  return open(dataFile)
}

const CONNECTIONS = '/gatehouse/v1/connections'

const connect = async ({ call }: Opened, { service, token }: Opened): Promise<string> => {
  const authentication = { type: 'API_TOKEN', token }
  const body = { name: 'Bench', address: service.url, authentication, budgetPercent: 100 }
  return (await call<{ id: string }>('POST', CONNECTIONS, body)).id
}

interface Pulled {
  /** For how long it wrote. */
  writeMs: number
  written: number
  requests: number
  peak: number
}

/** Pulls, and waits for the end. */
async function pull(here: Opened, id: string): Promise<Pulled> {
  const { service, call } = here
  const before = await requestsOf(here, id)
  const { id: jobId } = await call<Job>('POST', `${CONNECTIONS}/${id}/pull`, {})
  let [peak, writesSince] = [0, 0]
  for (;;) {
    const job = await call<Job>('GET', `/gatehouse/v1/jobs/${jobId}`)
    peak = Math.max(peak, memoryOf(service))
    // Until everything is read it is not known how much there is.
    if (job.total !== null) writesSince ||= performance.now()
    if (job.state === 'COMPLETED') {
      const { counts } = await call<PullSummary>('GET', `${CONNECTIONS}/${id}/pull`)
      const written = counts.reduce((sum, { created, changed, removed }) => sum + created + changed + removed, 0)
      const writeMs = performance.now() - writesSince
      return { writeMs, written, peak, requests: (await requestsOf(here, id)) - before }
    }
    if (job.state !== 'QUEUED' && job.state !== 'RUNNING')
      throw new Error(`the pull ended ${job.state}: ${job.problem}`)
    await sleep(25)
  }
}

/** How many requests the journal of a connection has. */
async function requestsOf({ service, headers }: Opened, id: string): Promise<number> {
  let count = 0
  for (let url: string | undefined = `${service.url}${CONNECTIONS}/${id}/requests?limit=200`; url;) {
    const reply: Response = await fetch(url, { headers })
    count += ((await reply.json()) as object[]).length
    url = parseLinks(reply.headers.get('link')).next
  }
  return count
}

/** Events that this process appends in a second, many in each transaction. */
async function appendsPerSecond(file: string): Promise<number> {
  const store = await openStore(file, new Date().toISOString())
  try {
    const now = new Date().toISOString()
    const drafts = Array.from({ length: BATCH }, () => ({
      type: 'user.lifecycle.create' as const,
      targets: [person(7)],
    }))
    const append = () => store.write((tx) => appendEvents(tx, systemContext(), now, drafts))
    const ms = await timed(async () => {
      for (let done = 0; done < 5; done += 1) await append()
    })
    return (5_000 * BATCH) / ms
  } finally {
    await store.close()
  }
}

/** Changes some people of a remote, one by one. */
async function change({ call }: Opened, title: string): Promise<void> {
  const people = await call<{ id: string }[]>('GET', `/api/v1/users?limit=${CHANGES}&search=${SEARCH}`)
  for (const { id } of people) await call('POST', `/api/v1/users/${id}`, { profile: { title } })
}
const SEARCH = encodeURIComponent('profile.login sw "person"')

/**
 * A pull of an organization, and of what has changed there since. WHY the first goal is missed (0.02): each object is written by the operation of the
 * interface that makes it, by some ten statements; beside the time that a remote with limits takes to be read nobody waits for that.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const remote = await openRemote(join(folder, 'remote.sqlite'))
  const first = { ours: [] as number[], theirs: [] as number[] }
  const [again, memory] = [structuredClone(first), structuredClone(first)]
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = await open(join(folder, `here${round}.sqlite`))
      try {
        const id = await connect(here, remote)
        await sleep(1_000)
        memory.theirs.push(memoryOf(here.service))
        const { written, writeMs, peak } = await pull(here, id)
        memory.ours.push(peak)
        first.ours.push((1_000 * written) / writeMs)
        first.theirs.push(await appendsPerSecond(join(folder, `events${round}.sqlite`)))
        await change(remote, `Title ${round}`)
        const later = await pull(here, id)
        again.ours.push(later.requests)
        again.theirs.push(later.written)
      } finally {
        await stop(here.service)
      }
    }
  } finally {
    await stop(remote.service)
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    ratioFigure('Pull of an organization, as far as it writes', 'objects/s', first, {
      bound: { least: 0.25 },
      of: `appending events, ${BATCH} in one transaction`,
    }),
    ratioFigure(`Requests of a pull after ${CHANGES} changes`, 'requests', again, {
      bound: { most: 1.2 + 10 / CHANGES },
      of: 'the changed objects',
    }),
    ratioFigure('Memory (resident) during a pull', 'MiB', memory, { bound: { most: 3 }, of: 'idle' }),
  ]
}
