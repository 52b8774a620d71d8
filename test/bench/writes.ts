import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { Transaction } from 'sequelize'
import { systemContext } from '#audit-log/request-context.ts'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'
import { openStore, type Store } from '#db/store.ts'
import { WriteTransaction } from '#db/transaction.ts'
import { MODEST, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { appendEvents } from './append.ts'
import { person } from './audit-events.ts'
import { median, ratioFigure, rounded, timed, type Figure } from './measure.ts'
import { headersOf, start, stop, type Started } from './program.ts'

const CLI = 'out/server/cli.js'
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 4
const APPENDS = 500
const CHANGES = 60

const serve = (dataFile: string) => start(CLI, ['--data', dataFile, '--port', '0', '--json'])

let made = 0

/** Groups that a service creates in a second, for several clients at once. */
async function groupsPerSecond({ url }: Started, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/v1/groups`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({ profile: { name: `Bench group ${(made += 1)}`, description: 'made by a bench' } }),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

/** Events that this process appends in a second, each in a transaction of its own, by so many writers at once. */
async function appendsPerSecond(store: Store, writers = 1): Promise<number> {
  const drafts = () => [{ type: 'group.lifecycle.create' as const, targets: [person(7)] }]
  const now = new Date().toISOString()
  const writer = async () => {
    for (let count = 0; count < APPENDS / writers; count++)
      await store.write((tx) => appendEvents(tx, systemContext(), now, drafts()))
  }
  const ms = await timed(() => Promise.all(Array.from({ length: writers }, writer)))
  return (1_000 * APPENDS) / ms
}

/** Creating groups over HTTP, beside the events alone that such a change writes. */
async function creatingGroups(folder: string): Promise<Figure> {
  const dataFile = join(folder, 'groups.sqlite')
  const service = await serve(dataFile)
  const store = await openStore(join(folder, 'events.sqlite'), new Date().toISOString())
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await groupsPerSecond(service, headersOf(dataFile)))
    theirs.push(await appendsPerSecond(store))
  }
  await store.close()
  await stop(service)
  return ratioFigure(
    `POST /groups over HTTP, ${CONNECTIONS} connections`,
    'requests/s',
    { ours, theirs },
    { bound: { least: 0.35 }, of: 'appending events singly' },
  )
}

/** Statements of our own need none of Sequelize's, which would take part of the reference's time. */
const NO_TRANSACTION = null as unknown as Transaction

/** Appends as above, by a connection that leaves it to the system when the disk gets what was committed. */
async function appendsWithoutWaiting(connection: Connection): Promise<number> {
  const drafts = [{ type: 'group.lifecycle.create' as const, targets: [person(7)] }]
  const now = new Date().toISOString()
  const ms = await timed(async () => {
    for (let count = 0; count < APPENDS; count++) {
      await connection.run('BEGIN IMMEDIATE')
      await appendEvents(new WriteTransaction(connection, NO_TRANSACTION), systemContext(), now, drafts)
      await connection.run('COMMIT')
    }
  })
  return (1_000 * APPENDS) / ms
}

/** What it costs that a power cut loses nothing that was acknowledged: to one writer, and to several, who share a flush. */
async function waitingForTheDisk(folder: string): Promise<Figure[]> {
  const now = new Date().toISOString()
  const store = await openStore(join(folder, 'waiting.sqlite'), now)
  const other = await openStore(join(folder, 'not-waiting.sqlite'), now)
  const driver = await loadDriver()
  const pragmas = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'
  const connection = await Connection.open(driver, other.file, driver.OPEN_READWRITE, pragmas)
  const singly: number[] = []
  const together: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    singly.push(await appendsPerSecond(store))
    theirs.push(await appendsWithoutWaiting(connection))
    together.push(await appendsPerSecond(store, CONNECTIONS))
  }
  await connection.close()
  await store.close()
  await other.close()
  const goal = { bound: { least: 0.5 }, of: 'synchronous = NORMAL, one after another' }
  const name = (how: string) => `Append events ${how}, each on the disk before it is acknowledged`
  return [
    ratioFigure(name('singly'), 'events/s', { ours: singly, theirs }, goal),
    ratioFigure(name(`${CONNECTIONS} at once`), 'events/s', { ours: together, theirs }, goal),
  ]
}

async function aService(folder: string, name: string, more: Partial<WorkspaceSizes>): Promise<[Started, Change]> {
  const dataFile = join(folder, `${name}.sqlite`)
  await writeLargeWorkspace(dataFile, { sizes: { ...MODEST, ...more }, seed: 'bench', engine: 'identity' })
  const service = await serve(dataFile)
  const headers = headersOf(dataFile)
  const list = async (path: string) =>
    (await (await fetch(service.url + path, { headers })).json()) as { id: string; type?: string }[]
  const group = (await list('/api/v1/groups?limit=50')).find(({ type }) => type !== 'BUILT_IN')
  const people = await list(`/api/v1/users?limit=${CHANGES}`)
  const change = async (method: 'PUT' | 'DELETE') => {
    const times: number[] = []
    for (const { id } of people)
      times.push(
        await timed(async () => {
          const reply = await fetch(`${service.url}/api/v1/groups/${group?.id}/users/${id}`, { method, headers })
          if (!reply.ok) throw new Error(`${method} answered ${reply.status}`)
        }),
      )
    return median(times)
  }
  return [service, change]
}

type Change = (method: 'PUT' | 'DELETE') => Promise<number>

/** A change of a membership beside many policies, and beside the few that every organization has. */
async function changingMemberships(folder: string): Promise<Figure> {
  const [many, changeMany] = await aService(folder, 'many', { policies: 5_000, rules: 100_000 })
  const [few, changeFew] = await aService(folder, 'few', { policies: 0, rules: 0 })
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const method of ['PUT', 'DELETE'] as const) {
      ours.push(await changeMany(method))
      theirs.push(await changeFew(method))
    }
  await stop(many)
  await stop(few)
  return ratioFigure(
    'Change of a membership beside 5,000 policies × 20 rules',
    'ms',
    { ours, theirs },
    { bound: { most: 1.2 }, of: 'without policies', round: rounded },
  )
}

/** Writes as clients make them. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    return [await creatingGroups(folder), ...(await waitingForTheDisk(folder)), await changingMemberships(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
