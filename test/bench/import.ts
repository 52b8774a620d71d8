import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { systemContext } from '#audit-log/request-context.ts'
import type { DirectoryImport } from '#contract/directory/directory-import.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { openStore, type Store } from '#db/store.ts'
import { appendEvents } from './append.ts'
import { person } from './audit-events.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'
import { headersOf, memoryOf, start, stop, type Started } from './program.ts'

const CLI = 'out/server/cli.js'
const ROWS = 5_000
const ROUNDS = 3
const BATCH = 1_000
const SINGLES = 300
const CONNECTIONS = 4
const SECONDS = 3
const MEMORY_TIMES = 3

/** What calls a service. */
type Call = <Body>(method: string, path: string, body?: string, type?: string) => Promise<Body>

function caller({ url }: Started, headers: Record<string, string>): Call {
  return async (method, path, body, type = 'application/json') => {
    const reply = await fetch(url + path, { method, body: body ?? null, headers: { ...headers, 'content-type': type } })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as never
  }
}

const noFigures = () => ({ ours: [] as number[], theirs: [] as number[] })

const PATH = '/gatehouse/v1/directory/imports'

/** Waits until the job of an import has ended; it notes the largest memory meanwhile. @returns the job */
async function ended(call: Call, id: string, measure: () => void): Promise<Job> {
  for (;;) {
    const { jobId } = await call<DirectoryImport>('GET', `${PATH}/${id}`)
    const job = await call<Job>('GET', `/gatehouse/v1/jobs/${jobId}`)
    if (job.state === 'COMPLETED') return job
    if (job.state !== 'QUEUED' && job.state !== 'RUNNING') throw new Error(`the import ended ${job.state}`)
    measure()
    await sleep(25)
  }
}

/** People that an import makes in a second, once it is checked; without `activate`, the event of their creation is the only one. */
async function importedPerSecond(call: Call, prefix: string, activate: boolean, measure: () => void): Promise<number> {
  const logins = Array.from({ length: ROWS }, (_, index) => `${prefix}.p${index}@example.com`)
  const lines = logins.map((login) => `${login},Jo,Doe,${login},Sales`)
  const file = ['login,firstName,lastName,email,department', ...lines, ''].join('\n')
  const { id, columns } = await call<DirectoryImport>('POST', `${PATH}?name=bench`, file, 'application/octet-stream')
  const mapping = Object.fromEntries(columns.map(({ name, target }) => [name, target]))
  await call('POST', `${PATH}/${id}/check`, JSON.stringify({ mapping, options: { activate } }))
  await ended(call, id, measure)
  await call('POST', `${PATH}/${id}/apply`)
  const { started, finished } = await ended(call, id, measure)
  return (1_000 * ROWS) / (Date.parse(finished ?? '') - Date.parse(started ?? ''))
}

/** Events that this process appends in a second, so many in each transaction. */
async function appendsPerSecond(store: Store, count: number, together: number): Promise<number> {
  const now = new Date().toISOString()
  const drafts = Array.from({ length: together }, () => ({
    type: 'user.lifecycle.create' as const,
    targets: [person(7)],
  }))
  const ms = await timed(async () => {
    for (let done = 0; done < count; done += together)
      await store.write((tx) => appendEvents(tx, systemContext(), now, drafts))
  })
  return (1_000 * count) / ms
}

/** People that one client makes in a second over HTTP, one after another. */
async function createdPerSecond(call: Call, round: number): Promise<number> {
  const ms = await timed(async () => {
    for (let index = 0; index < SINGLES; index++) {
      const login = `s${round}.p${index}@example.com`
      const profile = { login, firstName: 'Jo', lastName: 'Doe', email: login }
      await call('POST', '/api/v1/users?activate=false', JSON.stringify({ profile }))
    }
  })
  return (1_000 * SINGLES) / ms
}

/** People that several clients make in a second over HTTP, as groups are measured. */
async function createdAtOncePerSecond({ url }: Started, headers: Record<string, string>, round: number) {
  let made = 0
  const body = () => {
    const login = `m${round}.p${made++}@example.com`
    return JSON.stringify({ profile: { login, firstName: 'Jo', lastName: 'Doe', email: login } })
  }
  const result = await autocannon({
    url: `${url}/api/v1/users?activate=false`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

/** Imports of people beside the events alone, the memory that they take, and people who are made one by one. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const dataFile = join(folder, 'import.sqlite')
  const service = await start(CLI, ['--data', dataFile, '--port', '0', '--json'])
  const store = await openStore(join(folder, 'events.sqlite'), new Date().toISOString())
  try {
    const call = caller(service, headersOf(dataFile))
    await call('GET', '/api/v1/users?limit=1')
    await sleep(2_000)
    const idle = memoryOf(service)
    let peak = idle
    const measure = () => void (peak = Math.max(peak, memoryOf(service)))
    const [single, atOnce, whole, activated] = [noFigures(), noFigures(), noFigures(), noFigures()]
    for (let round = 0; round < ROUNDS; round++) {
      atOnce.ours.push(await createdAtOncePerSecond(service, headersOf(dataFile), round))
      single.ours.push(await createdPerSecond(call, round))
      const singly = await appendsPerSecond(store, SINGLES, 1)
      for (const { theirs } of [single, atOnce]) theirs.push(singly)
      whole.ours.push(await importedPerSecond(call, `w${round}`, false, measure))
      activated.ours.push(2 * (await importedPerSecond(call, `a${round}`, true, measure)))
      const many = await appendsPerSecond(store, BATCH * 5, BATCH)
      for (const { theirs } of [whole, activated]) theirs.push(many)
    }
    const memory = { ours: [peak], theirs: [idle] }
    const [many, singly] = [`appending events, ${BATCH} in one transaction`, 'appending events singly']
    return [
      ratioFigure(`Import of ${ROWS} people`, 'rows/s', whole, { bound: { least: 0.25 }, of: many }),
      ratioFigure(`Import of ${ROWS} people who are activated`, 'events/s', activated, {
        bound: { least: 0.35 },
        of: many,
      }),
      ratioFigure('Memory (resident) during imports', 'MiB', memory, { bound: { most: MEMORY_TIMES }, of: 'idle' }),
      ratioFigure(`POST /users without a password, ${CONNECTIONS} connections`, 'requests/s', atOnce, {
        bound: { least: 0.4 },
        of: singly,
      }),
      ratioFigure('POST /users without a password, one client', 'requests/s', single, {
        bound: { least: 0.15 },
        of: singly,
      }),
    ]
  } finally {
    await store.close()
    await stop(service)
    rmSync(folder, { recursive: true, force: true })
  }
}
