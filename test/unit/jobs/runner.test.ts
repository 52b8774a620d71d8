import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { JobType } from '#contract/gatehouse/job.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { openStore } from '#db/store.ts'
import { JOB_HANDLERS, type JobHandlers } from '#jobs/job-handlers.ts'
import { recoverJobs } from '#jobs/job-states.ts'
import { startJobRunner } from '#jobs/runner.ts'
import { cancelJob } from '#operations/jobs/cancel-job.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { listJobs, requireJob } from '#operations/jobs/list-jobs.ts'
import { queueJob, workToLose } from '#operations/jobs/queue-job.ts'
import { createService } from '#operations/composition/create-service.ts'
import { readSetting, writeSetting } from '#operations/service/settings.ts'
import { createLogger, type Logger } from '#server/log.ts'
import { aFolder, START } from '../../helpers/server.ts'

type Work = JobWork<JobType>
type Outcome = JobOutcome<JobType>

/** A workspace whose jobs do what a test says. */
async function aWorkspace(file?: string) {
  const path = file ?? join(await aFolder(), 'jobs.sqlite')
  const store = await openStore(path, new Date(START).toISOString())
  let now = START
  const clock = () => (now += 1)
  const service = createService({ store, version: 'test', engine: 'identity', clock, url: () => '' })
  const queue = (type: JobType, name: string) =>
    service.write(systemContext(), (tx) => queueJob(tx, { type, input: null as never, name })).then(({ id }) => id)
  const start = async (work: (work: Work) => Promise<Outcome>, log: Logger = createLogger('silent')) => {
    const types = Object.keys(JOB_HANDLERS) as JobType[]
    const handlers = Object.fromEntries(types.map((type) => [type, work])) as unknown as JobHandlers
    await recoverJobs(service, log)
    return startJobRunner({ service, log, handlers })
  }
  const jobOf = (id: string) => requireJob(service, service.reader, id)
  const stateOf = async (id: string) => (await jobOf(id)).state
  const until = (id: string, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state), 10_000)
  const cancel = (id: string) => service.write(systemContext(), (tx) => cancelJob(tx, id))
  return { path, store, service, queue, start, jobOf, stateOf, until, cancel }
}

/** Works until it is ended from outside. */
const forever = ({ signal }: Work) =>
  new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({}))
    if (signal.aborted) resolve({})
  })

const nothing = async (): Promise<Outcome> => ({})

describe('the job runner', () => {
  it('begins a job once the transaction that asked for it is committed, and never one that was rolled back', async () => {
    const { service, queue, start, until, store } = await aWorkspace()
    const seen: (string | undefined)[] = []
    const runner = await start(async ({ id }) => {
      seen.push(id)
      return {}
    })
    const rolledBack = service.write(systemContext(), async (tx) => {
      await queueJob(tx, { type: 'logVerification', input: null })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    const id = await queue('logVerification', 'kept')
    await until(id, 'COMPLETED')
    expect(seen).toEqual([id])
    await runner.stop()
    await store.close()
  })

  it('runs the jobs of one queue one after another, in order, and those of others meanwhile', async () => {
    const { queue, start, until, store } = await aWorkspace()
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const runner = await start(async ({ service, id }) => {
      const { name } = await requireJob(service, service.reader, id)
      order.push(`${name} begins`)
      if (name === 'first') await gate.promise
      order.push(`${name} ends`)
      return {}
    })
    const ids = [await queue('logImport', 'first'), await queue('logImportRemoval', 'second')]
    const other = await queue('logVerification', 'other')
    await until(other, 'COMPLETED')
    expect(order).toEqual(['first begins', 'other begins', 'other ends'])
    gate.resolve()
    for (const id of ids) await until(id, 'COMPLETED')
    expect(order.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
    await runner.stop()
    await store.close()
  })

  it('logs a failure that is ours with its stack, and a refusal, which the job tells, as a warning without', async () => {
    const { queue, start, until, jobOf, store } = await aWorkspace()
    const lines: { level: number; msg: string; err?: object }[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
    const errors = [new UserFacingError('The remote refuses it.'), new Error('a slip of ours')]
    const runner = await start(() => Promise.reject(errors.shift() ?? new Error('no more')), log)
    const refused = await queue('logImport', 'first')
    await until(refused, 'FAILED')
    const failed = await queue('logImport', 'second')
    await until(failed, 'FAILED')
    expect((await jobOf(refused)).problem).toBe('The remote refuses it.')
    expect(lines).toMatchObject([
      { level: 40, job: refused, msg: 'a job was refused' },
      { level: 50, job: failed, msg: 'a job failed', err: { message: 'a slip of ours' } },
    ])
    expect(lines[0]).not.toHaveProperty('err')
    await runner.stop()
    await store.close()
  })

  it('writes how a job ended in one transaction with what its work leaves', async () => {
    const { service, queue, start, until, jobOf, store } = await aWorkspace()
    const runner = await start(async ({ report }) => {
      report({ done: 3, total: 4, facts: { added: 3 } })
      return { problem: 'line 4: wrong', write: (tx) => writeSetting(tx, 'sampleLoaded', true) }
    })
    const id = await queue('logImport', 'file')
    await until(id, 'FAILED')
    expect(await jobOf(id)).toMatchObject({ problem: 'line 4: wrong', done: 3, total: 4, facts: { added: 3 } })
    expect(await readSetting(service.reader, 'sampleLoaded')).toBe(true)
    await runner.stop()
    await store.close()
  })

  it('shows how far a job is while it runs', async () => {
    const { queue, start, jobOf, until, store } = await aWorkspace()
    const runner = await start(async (work) => {
      work.report({ done: 1, total: 2 })
      return forever(work)
    })
    const id = await queue('logVerification', 'x')
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject({ state: 'RUNNING', done: 1, total: 2 }))
    await runner.stop()
    await until(id, 'INTERRUPTED')
    await store.close()
  })

  it('a throwing job fails alone: the next one of its queue runs', async () => {
    const { queue, start, until, jobOf, store } = await aWorkspace()
    let count = 0
    const runner = await start(async () => {
      if ((count += 1) === 1) throw new TypeError('secret detail')
      return {}
    })
    const [bad, good] = [await queue('logExport', 'bad'), await queue('logExport', 'good')]
    await until(good, 'COMPLETED')
    expect((await jobOf(bad)).problem).toBe('Something went wrong inside the service; its log says more.')
    await runner.stop()
    await store.close()
  })

  it('keeps telling how a job ended where that cannot be written, and writes it once it can', async () => {
    const { service, queue, start, jobOf, store } = await aWorkspace()
    let isFull = true
    const full = async () => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    const runner = await start(async () => ({ problem: 'no room', write: full }))
    const id = await queue('logImport', 'x')
    const stored = () => store.read.first<{ state: string }>('SELECT state FROM jobs WHERE id = ?', [id])
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject({ state: 'FAILED', problem: 'no room' }))
    expect(await stored()).toEqual({ state: 'RUNNING' })
    isFull = false
    await queue('logVerification', 'wakes the runner')
    await vi.waitFor(async () => expect(await stored()).toEqual({ state: 'FAILED' }), 10_000)
    // A reader sees what is committed before its flush has ended, and the runner forgets a job only then.
    await vi.waitFor(() => expect(service.jobs.get(id)).toBeUndefined(), 10_000)
    await runner.stop()
    await store.close()
  })
})

describe('a job that is not what the program queues', () => {
  it('of no known type holds up no other, and is told nowhere', async () => {
    const { service, queue, start, until, store } = await aWorkspace()
    const forged = await queue('logExport', 'forged')
    await store.write((tx) => tx.write('jobs', forged, `UPDATE jobs SET type = 'nothing'`, []))
    const runner = await start(nothing)
    await until(await queue('logExport', 'good'), 'COMPLETED')
    expect((await listJobs(service)).map(({ name }) => name)).toEqual(['good'])
    await runner.stop()
    await store.close()
  })
})

describe('cancelling', () => {
  it('ends a job that runs, and one that waits without beginning it', async () => {
    const { queue, start, until, cancel, stateOf, store } = await aWorkspace()
    const begun: string[] = []
    const runner = await start((work) => {
      begun.push(work.id)
      return forever(work)
    })
    const [running, waiting] = [await queue('logExport', 'a'), await queue('logExport', 'b')]
    await until(running, 'RUNNING')
    await cancel(waiting)
    await until(waiting, 'CANCELLED')
    expect(await stateOf(running)).toBe('RUNNING')
    await cancel(running)
    await until(running, 'CANCELLED')
    expect(begun).toEqual([running])
    await runner.stop()
    await store.close()
  })

  it('is refused for a type that goes on to its end, and changes nothing of a job that has ended', async () => {
    const { queue, start, until, cancel, jobOf, store } = await aWorkspace()
    const runner = await start(nothing)
    const ended = await queue('logExport', 'a')
    await until(ended, 'COMPLETED')
    await cancel(ended)
    expect(await jobOf(ended)).toMatchObject({ state: 'COMPLETED', cancelRequested: false })
    await runner.stop()
    const removal = await queue('logImportRemoval', 'b')
    await expect(cancel(removal)).rejects.toMatchObject({ code: 'E0000107' })
    await store.close()
  })
})

describe('a cancel that comes when the work is done, but not yet written down', () => {
  it('counts: nothing of what the work leaves is written', async () => {
    const { service, queue, start, until, store } = await aWorkspace()
    const runner = await start(async ({ id }) => {
      await service.write(systemContext(), (tx) => cancelJob(tx, id))
      return { write: (tx) => writeSetting(tx, 'sampleLoaded', true) }
    })
    await until(await queue('logVerification', 'x'), 'CANCELLED')
    expect(await readSetting(service.reader, 'sampleLoaded')).toBeNull()
    await runner.stop()
    await store.close()
  })
})

describe('a job that the end of the service cuts short', () => {
  it('says so, or begins again, as its type wants: after a stop as after a crash', async () => {
    const first = await aWorkspace()
    const runner = await first.start(forever)
    const ids = {
      verification: await first.queue('logVerification', 'stopped'),
      removal: await first.queue('logImportRemoval', 'stopped'),
      waiting: await first.queue('logImport', 'never began'),
    }
    await first.until(ids.verification, 'RUNNING')
    await first.until(ids.removal, 'RUNNING')
    await runner.stop()
    expect(await first.stateOf(ids.verification)).toBe('INTERRUPTED')
    expect(await first.stateOf(ids.removal)).toBe('QUEUED')
    // A crash leaves the row as it was.
    await first.store.write((tx) => tx.write('jobs', ids.verification, `UPDATE jobs SET state = 'RUNNING'`, []))
    await first.store.close()

    const second = await aWorkspace(first.path)
    expect(await second.stateOf(ids.verification)).toBe('INTERRUPTED')
    const again = await second.start(nothing)
    await second.until(ids.removal, 'COMPLETED')
    expect(await second.stateOf(ids.verification)).toBe('INTERRUPTED')
    expect(await second.stateOf(ids.waiting)).toBe('INTERRUPTED')
    await again.stop()
    await second.store.close()
  })
})

describe('the log', () => {
  const endings = async ({ service }: Awaited<ReturnType<typeof aWorkspace>>) => {
    const sql = `SELECT payload ->> '$.outcome.result' AS outcome, payload ->> '$.outcome.reason' AS reason FROM log_events WHERE event_type = ? ORDER BY sequence`
    return service.reader.all(sql, ['gatehouse.log.export.complete'])
  }

  it('says how an export ended: done, failed, or cut short by a stop or a crash', async () => {
    const first = await aWorkspace()
    const works = [nothing, async () => ({ problem: 'no room' }), forever]
    const runner = await first.start((work) => (works.shift() ?? forever)(work))
    await first.until(await first.queue('logExport', 'done'), 'COMPLETED')
    await first.until(await first.queue('logExport', 'failed'), 'FAILED')
    const stopped = await first.queue('logExport', 'stopped')
    await first.until(stopped, 'RUNNING')
    await runner.stop()
    const known = [
      { outcome: 'SUCCESS', reason: null },
      { outcome: 'FAILURE', reason: 'no room' },
      { outcome: 'FAILURE', reason: 'the service ended before it was done' },
    ]
    expect(await endings(first)).toEqual(known)
    await first.store.write((tx) =>
      tx.write('jobs', stopped, `UPDATE jobs SET state = 'RUNNING' WHERE id = ?`, [stopped]),
    )
    await first.store.close()

    const second = await aWorkspace(first.path)
    await (await second.start(nothing)).stop()
    expect(await endings(second)).toEqual([...known, known[2]])
    await second.store.close()
  })
})

it('names what the end of the service would cut short, and nothing that goes on by itself', async () => {
  const { service, queue, start, until, store, cancel } = await aWorkspace()
  const runner = await start(forever)
  expect(await workToLose(service.reader)).toEqual([])
  const id = await queue('logExport', 'one')
  await until(id, 'RUNNING')
  await until(await queue('logImportRemoval', 'goes on'), 'RUNNING')
  await queue('logVerification', 'waits')
  expect(await workToLose(service.reader)).toEqual(['an export of the audit log', 'a verification of the audit log'])
  await cancel(id)
  expect(await workToLose(service.reader)).toEqual(['a verification of the audit log'])
  await runner.stop()
  await store.close()
})

describe('bounds', () => {
  it('tells of so many that have ended, of no housekeeping that went well, and lets no more than so many wait', async () => {
    const { service, queue, start, until, store } = await aWorkspace()
    for (let number = 0; number < LIMITS.jobsWaiting; number += 1) await queue('logExport', `${number}`)
    await expect(queue('logExport', 'too many')).rejects.toMatchObject({ code: 'E0000047' })
    // What follows from something that was allowed is never refused.
    await queue('logImportRemoval', 'of a cancelled import')
    const runner = await start(nothing)
    const idle = () => vi.waitFor(async () => expect(await listJobs(service, { state: 'QUEUED' })).toEqual([]), 20_000)
    await idle()
    for (let number = 0; number < LIMITS.jobsWaiting; number += 1) await queue('logExport', `more ${number}`)
    await idle()
    await until(await queue('logVerification', 'last'), 'COMPLETED')
    expect(await listJobs(service)).toHaveLength(LIMITS.jobsKept)
    const housekeeping = await queue('logColumns', 'columns')
    await vi.waitFor(async () =>
      expect((await listJobs(service)).find(({ id }) => id === housekeeping)).toBeUndefined(),
    )
    await sleep(0)
    await runner.stop()
    await store.close()
  }, 60_000)
})
