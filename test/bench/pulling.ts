import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteRequest } from '#contract/gatehouse/connection.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import type { PullSummary } from '#contract/gatehouse/pull.ts'
import { parseLinks } from '#contract/interface/link-header.ts'
import type { LongestBlock } from './event-loop-monitor.ts'
import { longestBlock, MONITOR } from './longest-block.ts'
import { headersOf, memoryOf, start } from './program.ts'

const CLI = 'out/server/cli.js'

/** A service on a workspace, and how it is called. */
export async function open(dataFile: string, more: readonly string[] = []) {
  const service = await start(CLI, ['--data', dataFile, '--port', '0', '--json', ...more], '', MONITOR)
  const headers = { ...headersOf(dataFile), 'content-type': 'application/json' }
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const reply = await fetch(service.url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  return { service, call, headers, token: readFileSync(`${dataFile}.token`, 'utf8').trim() }
}
export type Opened = Awaited<ReturnType<typeof open>>

const CONNECTIONS = '/gatehouse/v1/connections'

/** Connects a service to a remote. @returns the id of the connection */
export const connect = async ({ call }: Opened, { service, token }: Opened, over: object = {}): Promise<string> => {
  const authentication = { type: 'API_TOKEN', token }
  const body = { name: 'Bench', address: service.url, authentication, budgetPercent: 100, ...over }
  return (await call<{ id: string }>('POST', CONNECTIONS, body)).id
}

interface Pulled {
  /** For how long it wrote. */
  writeMs: number
  written: number
  requests: RemoteRequest[]
  /** Memory, in MiB. */
  peak: number
  block: LongestBlock
}

/** Pulls, and waits for the end. */
export async function pull(here: Opened, id: string): Promise<Pulled> {
  const { service, call } = here
  const before = (await requestsOf(here, id)).length
  let measured = { writeMs: 0, peak: 0 }
  const block = await longestBlock(service, async () => {
    measured = await pullToEnd(here, id)
  })
  const { counts } = await call<PullSummary>('GET', `${CONNECTIONS}/${id}/pull`)
  const written = counts.reduce((sum, { created, changed, removed }) => sum + created + changed + removed, 0)
  const requests = await requestsOf(here, id)
  return { ...measured, written, block, requests: requests.slice(0, requests.length - before) }
}

async function pullToEnd({ service, call }: Opened, id: string): Promise<Pick<Pulled, 'writeMs' | 'peak'>> {
  const { id: jobId } = await call<Job>('POST', `${CONNECTIONS}/${id}/pull`, {})
  let [peak, writesSince] = [0, 0]
  for (;;) {
    const job = await call<Job>('GET', `/gatehouse/v1/jobs/${jobId}`)
    peak = Math.max(peak, memoryOf(service))
    // Until everything is read it is not known how much there is.
    if (job.total !== null) writesSince ||= performance.now()
    if (job.state === 'COMPLETED') return { peak, writeMs: performance.now() - writesSince }
    if (job.state !== 'QUEUED' && job.state !== 'RUNNING')
      throw new Error(`the pull ended ${job.state}: ${job.problem}`)
    await sleep(25)
  }
}

/** The journal of a connection, the latest first. */
export async function requestsOf({ service, headers }: Opened, id: string): Promise<RemoteRequest[]> {
  const requests: RemoteRequest[] = []
  for (let url: string | undefined = `${service.url}${CONNECTIONS}/${id}/requests?limit=200`; url;) {
    const reply: Response = await fetch(url, { headers })
    requests.push(...((await reply.json()) as RemoteRequest[]))
    url = parseLinks(reply.headers.get('link')).next
  }
  return requests
}
