import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, ratioFigure, type Figure } from './measure.ts'
import { headersOf, memoryOf, requestsPerSecond, start, stop, type Started } from './program.ts'

const ROUNDS = 5

/**
 * Reading a policy over HTTP, beside a bare Koa handler that returns the same JSON from memory, in turns. WHY by one client too: of ten, all
 * wait for us, and on two processors most of what an answer costs is waking one; for the bare handler they are awake.
 */
async function readingAPolicy(service: Started, headers: Record<string, string>): Promise<Figure[]> {
  const list = (await (await fetch(`${service.url}/api/v1/policies?type=SVC_SIGN_ON`, { headers })).json()) as {
    id: string
  }[]
  const url = `${service.url}/api/v1/policies/${list[0]?.id}`
  const body = await (await fetch(url, { headers })).text()
  const bare = await start(join(import.meta.dirname, 'bare-koa.ts'), [], body)
  const inTurns = async (connections?: number) => {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await requestsPerSecond(url, headers, connections))
      theirs.push(await requestsPerSecond(bare.url, headers, connections))
    }
    return { ours, theirs }
  }
  await requestsPerSecond(url, headers)
  await requestsPerSecond(bare.url, headers)
  const [atOnce, singly] = [await inTurns(), await inTurns(1)]
  await stop(bare)
  const of = 'a bare Koa handler'
  return [
    ratioFigure('GET policy by id over HTTP', 'requests/s', atOnce, { bound: { least: 0.4 }, of }),
    ratioFigure('GET policy by id over HTTP, one client', 'requests/s', singly, { bound: { least: 0.7 }, of }),
  ]
}

/** A token of a person who holds a role. */
async function tokenOfRole({ url }: Started, headers: Record<string, string>, type: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
    return (await fetch(url + path, { ...init, body: JSON.stringify(body) })).json() as Promise<Record<string, string>>
  }
  const profile = { login: 'bench@example.test', email: 'bench@example.test', firstName: 'Ben', lastName: 'Chmark' }
  const { id: userId } = await post('/api/v1/users', {
    profile,
    credentials: { password: { value: 'Correct-Horse-7' } },
  })
  await post(`/api/v1/users/${userId}/roles`, { type })
  return (await post('/gatehouse/v1/api-tokens', { name: 'Bench', ...(userId && { userId }) }))['token'] ?? ''
}

/** What the check of roles costs: the administrator of the workspace passes without one, a person by what their roles permit. */
async function readingByRole(service: Started, headers: Record<string, string>): Promise<Figure> {
  const list = (await (await fetch(`${service.url}/api/v1/policies?type=SVC_SIGN_ON`, { headers })).json()) as {
    id: string
  }[]
  const url = `${service.url}/api/v1/policies/${list[0]?.id}`
  const ofRole = { authorization: `SSWS ${await tokenOfRole(service, headers, 'READ_ONLY_ADMIN')}` }
  if (!(await fetch(url, { headers: ofRole })).ok) throw new Error('the role does not permit reading a policy')
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await requestsPerSecond(url, ofRole))
    theirs.push(await requestsPerSecond(url, headers))
  }
  return ratioFigure(
    'GET policy by id by somebody with a role',
    'requests/s',
    { ours, theirs },
    { bound: { least: 0.9 }, of: 'the same by the administrator of the workspace' },
  )
}

/** Milliseconds from starting a program to the answer of its first request; the middle of several. */
async function startToAnswer(
  begin: () => Promise<Started>,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const program = await begin()
    const reply = await fetch(program.url + path, { headers })
    await reply.text()
    if (!reply.ok) throw new Error(`first answer was ${reply.status}`)
    times.push(performance.now() - began)
    await stop(program)
  }
  return median(times)
}

const startBare = () => start(join(import.meta.dirname, 'bare-koa.ts'), [], '{"id":"x"}')

/** A cold start on a workspace that exists, beside the start of the bare handler. */
async function coldStart(dataFile: string, headers: Record<string, string>): Promise<Figure> {
  const service = () => start('out/server/cli.js', ['--data', dataFile, '--port', '0', '--json'])
  const value = Math.round(await startToAnswer(service, '/api/v1/policies?type=SVC_SIGN_ON', headers))
  const reference = Math.round(await startToAnswer(startBare, '/', {}))
  return {
    name: 'Cold start to first answer',
    value,
    unit: 'ms',
    reference,
    ratio: value / reference,
    goal: '≤ 6 × a bare Koa program',
    met: value / reference <= 6,
  }
}

/** Long enough for what a start leaves to be done, and for idle worker threads to end. */
const REST_MS = 12_000

/** Resident memory after a first request and a rest. */
async function idleMegabytes(program: Started, path: string, headers: Record<string, string>): Promise<number> {
  await fetch(program.url + path, { headers }).then((reply) => reply.text())
  await sleep(REST_MS)
  return memoryOf(program)
}

const POLL_MS = 200

/** Waits until the service has no work in the background: what a new organization has to be prepared for is done once. */
async function atRest({ url }: Started, headers: Record<string, string>): Promise<void> {
  const jobs = async () => (await fetch(`${url}/gatehouse/v1/jobs`, { headers })).json() as Promise<{ state: string }[]>
  while ((await jobs()).some(({ state }) => state === 'QUEUED' || state === 'RUNNING')) await sleep(POLL_MS)
}

const memoryFigure = (name: string, value: number, reference: number): Figure => ({
  name,
  value: Math.round(value),
  unit: 'MB',
  reference: Math.round(reference),
  ratio: value / reference,
  goal: '≤ 2.5 × a bare Koa program',
  met: value / reference <= 2.5,
})

/** The headless service, built, on the sample organization. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const dataFile = join(folder, 'bench.sqlite')
  try {
    const first = await start('out/server/cli.js', ['--data', dataFile, '--port', '0', '--json', '--sample'])
    const headers = headersOf(dataFile)
    await stop(first)
    const cold = await coldStart(dataFile, headers)

    const serve = () => start('out/server/cli.js', ['--data', dataFile, '--port', '0', '--json'])
    const service = await serve()
    const idle = await idleMegabytes(service, '/api/v1/policies?type=SVC_SIGN_ON', headers)
    const bare = await startBare()
    const bareIdle = await idleMegabytes(bare, '/', {})
    await stop(bare)
    const reading = await readingAPolicy(service, headers)
    const byRole = await readingByRole(service, headers)
    await atRest(service, headers)
    await stop(service)
    const prepared = await serve()
    const rested = await idleMegabytes(prepared, '/api/v1/policies?type=SVC_SIGN_ON', headers)
    await stop(prepared)
    return [
      ...reading,
      byRole,
      cold,
      memoryFigure('Idle memory (resident), first start after the sample', idle, bareIdle),
      memoryFigure('Idle memory (resident), once nothing is left to prepare', rested, bareIdle),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
