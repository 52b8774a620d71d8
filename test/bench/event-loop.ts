import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { loadDriver } from '#db/driver.ts'
import { Connection } from '#db/connection.ts'
import { BLOCK_BITS } from '#operations/audit/count/columns.ts'
import type { LongestBlock } from './event-loop-monitor.ts'
import { enlarge, type WorkspaceSize } from './large-workspace.ts'
import { longestBlock, MONITOR } from './longest-block.ts'
import { median, rounded, withinFigure, yardstickMs, type Figure } from './measure.ts'
import { headersOf, start, stop, type Started } from './program.ts'

const LARGE: WorkspaceSize = { people: 100_000, groupsOfEach: 10, events: 60_000 }
const GOAL_MS = 50
const IDLE_MS = 1_000
const ROUNDS = 3
const CLI = 'out/server/cli.js'
const POLL_MS = 100
const COLUMNS_MS = 120_000

const ALL_TIME = { since: '2000-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' }
const closed = new URLSearchParams(ALL_TIME)

type Call = (path: string, init?: RequestInit) => Promise<unknown>

const posting = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** Global session policies in the order of evaluation, the default last. */
const sessionPolicies = (call: Call) =>
  call('/api/v1/policies?type=SVC_SIGN_ON') as Promise<{ id: string; system: boolean }[]>

/** What computes most, as one asks for it. */
const WORK: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  'the audience of all policies is computed': async (call) => {
    for (const type of POLICY_TYPE_NAMES) await call(`/gatehouse/v1/audience?type=${type}`)
  },
  'people are counted by an expression': async (call) => {
    const policyId = (await sessionPolicies(call)).find(({ system }) => system)?.id
    const elCondition = { condition: 'user.profile.department == "Finance" && user.isMemberOf({"group.id": {"00gx"}})' }
    await call('/gatehouse/v1/audience', posting({ policyId, elCondition }))
  },
  'a change is reviewed': async (call) => {
    const policyId = (await sessionPolicies(call)).find(({ system }) => !system)?.id
    await call(
      '/gatehouse/v1/change-reviews',
      posting({ steps: [{ operation: 'deactivatePolicy', params: { policyId } }] }),
    )
  },
  'findings are listed': async (call) => void (await call('/gatehouse/v1/findings')),
  'events are counted': async (call) => {
    await call(`/gatehouse/v1/logs/facets?${closed}&values=8`)
    await call(`/gatehouse/v1/logs/histogram?${closed}&stepMs=31536000000`)
  },
  'the log is verified': async (call) => {
    await call('/gatehouse/v1/logs/verification', { method: 'POST' })
    const isRunning = async () =>
      ((await call('/gatehouse/v1/logs/verification')) as { state: string }).state === 'RUNNING'
    while (await isRunning()) await sleep(POLL_MS)
  },
}

function callerOf({ url }: Started, dataFile: string): Call {
  const headers = { ...headersOf(dataFile), 'content-type': 'application/json' }
  return async (path, init = {}) => {
    const reply = await fetch(url + path, { ...init, headers })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
}

/** Waits until all full blocks of the log have their columns. */
async function columnsMade(dataFile: string): Promise<void> {
  const driver = await loadDriver()
  const file = await Connection.open(driver, dataFile, driver.OPEN_READONLY, '')
  const missing = `SELECT ((SELECT max(sequence) FROM log_events) + 1 >> ${BLOCK_BITS}) - count(*) AS missing FROM log_blocks`
  const deadline = performance.now() + COLUMNS_MS
  while (((await file.first<{ missing: number }>(missing))?.missing ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error('columns of the log are not made')
    await sleep(POLL_MS)
  }
  await file.close()
}

/** Each kind of work on one workspace, beside the same service while it has nothing to do. */
async function blocksOf(dataFile: string, what: string): Promise<Figure[]> {
  const service = await start(CLI, ['--data', dataFile, '--port', '0', '--json'], '', MONITOR)
  const call = callerOf(service, dataFile)
  const measured = new Map<string, LongestBlock[]>()
  measured.set('columns are made', [await longestBlock(service, () => columnsMade(dataFile))])
  await sleep(IDLE_MS)
  const idle = await longestBlock(service, () => sleep(IDLE_MS))
  for (const [name, work] of Object.entries(WORK)) {
    const blocks: LongestBlock[] = []
    for (let round = 0; round < ROUNDS; round++) blocks.push(await longestBlock(service, () => work(call)))
    measured.set(name, blocks)
  }
  await stop(service)
  const yardMs = await yardstickMs()
  return [...measured].map(([name, blocks]) => {
    const [value, waiting] = [
      median(blocks.map(({ computing }) => computing)),
      median(blocks.map((each) => each.waiting)),
    ]
    console.log(
      `${name}, ${what}: ${rounded(waiting)} ms by the clock, ${rounded(idle.waiting)} idle; ${rounded(idle.computing)} computing while idle`,
    )
    return withinFigure({ name: `Event loop blocked while ${name}, ${what}`, ms: value, yardMs }, GOAL_MS)
  })
}

/**
 * How long the heaviest computing keeps the service, which in the desktop is the windows, from anything else: over the sample
 * organization, and over one with a hundred thousand people.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const dataFile = join(folder, 'bench.sqlite')
  try {
    await stop(await start(CLI, ['--data', dataFile, '--port', '0', '--json', '--sample']))
    const sample = await blocksOf(dataFile, 'sample')
    await enlarge(dataFile, LARGE)
    return [...sample, ...(await blocksOf(dataFile, '100,000 people'))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
