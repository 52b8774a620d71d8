import { expect } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { isActive, type Job } from '#contract/gatehouse/job.ts'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { TestServer } from '../server.ts'

/** A service that can be asked. */
export type Side = Pick<TestServer, 'client'>

/** A connection from one service to another. @returns its id */
export async function connect(
  here: Side,
  remote: Pick<TestServer, 'url' | 'token'>,
  over: object = {},
): Promise<string> {
  const body = {
    name: 'Remote',
    address: remote.url,
    authentication: { type: 'API_TOKEN', token: remote.token },
    ...over,
  }
  return (await here.client.call('createConnection', { body: body as never })).body.id
}

/** A job as it ended. */
export async function ended({ client }: Side, jobId: string): Promise<Job> {
  for (;;) {
    const now = (await client.call('getJob', { params: { jobId } })).body
    if (!isActive(now.state)) return now
    await sleep(20)
  }
}

/** Everything that a service has begun in the background has ended. */
export async function atRest(side: Side): Promise<void> {
  const { body } = await side.client.call('listJobs')
  for (const { id } of body) await ended(side, id)
}

/** The end of the comparison with a connection. */
export async function compared(here: Side, connectionId: string): Promise<Job> {
  const job = (await here.client.call('compareConnection', { params: { connectionId } })).body
  expect(job).toMatchObject({ type: 'comparison', subjectId: connectionId })
  return ended(here, job.id)
}

/** The end of a pull from a connection. */
export async function pulled(here: Side, connectionId: string, body: PullRequest = {}): Promise<Job> {
  const job = (await here.client.call('pullConnection', { params: { connectionId }, body })).body
  expect(job).toMatchObject({ type: 'pull', subjectId: connectionId })
  return ended(here, job.id)
}

/** What the latest pull has done. */
export async function pullOf({ client }: Side, connectionId: string) {
  return (await client.call('getPull', { params: { connectionId } })).body ?? expect.unreachable('nothing was pulled')
}

/** How two services differ, in lines that a failing test can show. */
export async function differencesWith(here: Side, connectionId: string): Promise<string[]> {
  const job = await compared(here, connectionId)
  if (job.state !== 'COMPLETED') return [`${job.state}: ${job.problem}`]
  const params = { connectionId }
  const { orders, ambiguous } =
    (await here.client.call('getComparison', { params })).body ?? expect.unreachable('nothing was compared')
  const found = (await here.client.call('listDifferences', { params, query: { limit: 200 } })).body
  return [
    ...found.map(({ kind, name, direction, ours, theirs, fields }) => {
      const told = fields.map(({ path, ours: a, theirs: b }) => `${path} ${JSON.stringify(a)} | ${JSON.stringify(b)}`)
      return `${direction} ${kind} ${name}: ${ours ? (theirs ? told.join(', ') : 'only ours') : 'only theirs'}`
    }),
    ...orders.map(({ kind, list, direction }) => `${direction} order of ${kind} ${list}`),
    ...ambiguous.map(({ kind, name }) => `ambiguous ${kind} ${name}`),
  ]
}
