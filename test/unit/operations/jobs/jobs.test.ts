import { CHANGE_REASON } from '#contract/interface/change-reason.ts'
import { describe, expect, it } from 'vitest'
import { exportLog, importLog } from '../../../helpers/log-transfer.ts'
import { eventually } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const listed = async ({ client }: TestServer, query = {}) => (await client.call('listJobs', { query })).body

describe('background jobs over HTTP', () => {
  it('tell what was done, for whom, with what came of it, the newest first', async () => {
    const server = await startServer()
    const view = await exportLog(server, { format: 'NDJSON' })
    await importLog(server, 'not an event\n', 'bad.ndjson')
    const [importing, exporting] = await listed(server)
    expect(exporting).toMatchObject({
      ...{ type: 'logExport', state: 'COMPLETED', name: view.fileName, subjectId: view.id, problem: null },
      ...{ done: view.written, total: view.written, facts: { bytes: view.bytes }, cancellable: false },
      startedBy: { id: expect.stringMatching(/^00u/), displayName: expect.any(String) },
    })
    expect(importing).toMatchObject({ type: 'logImport', state: 'FAILED', name: 'bad.ndjson' })
    expect(importing?.problem).toMatch(/^line 1: /)
  })

  it('carry the reason for which they were asked into the events that they leave', async () => {
    const server = await startServer()
    const headers = { 'Content-Type': 'application/x-ndjson', [CHANGE_REASON]: 'Yearly audit' }
    const upload = { method: 'POST', headers, body: 'not an event\n' }
    const reply = await server.client.fetch('/gatehouse/v1/logs/imports?name=log', upload)
    const { id } = (await reply.json()) as { id: string }
    const query = { filter: `target.id eq "${id}"`, since: '2026-03-01T00:00:00.000Z' }
    const events = async () => (await server.client.call('listLogEvents', { query })).body
    await expect.poll(async () => (await events()).length).toBe(2)
    for (const { debugContext } of await events())
      expect(debugContext.debugData).toMatchObject({ changeReason: 'Yearly audit' })
  })

  it('are found by state and type, and read one by one', async () => {
    const server = await startServer()
    await exportLog(server, { format: 'CSV' })
    await importLog(server, '[]', 'empty.json')
    const failed = await listed(server, { state: 'FAILED' })
    expect(failed.map(({ type }) => type)).toEqual(['logImport'])
    expect((await listed(server, { type: 'logExport' })).map(({ state }) => state)).toEqual(['COMPLETED'])
    const jobId = failed[0]?.id as string
    expect((await server.client.call('getJob', { params: { jobId } })).body).toEqual(failed[0])
  })

  it('refuse a state that does not exist by naming it, and an id that no job has', async () => {
    const server = await startServer()
    const bad = await server.client.fetch('/gatehouse/v1/jobs?state=DONE')
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({ errorCode: 'E0000001', errorCauses: [{ location: 'state' }] })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const response = await server.client.fetch(`/gatehouse/v1/jobs/jobNobodyEverMade000${path}`, { method })
      expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([404, 'E0000007'])
    }
  })

  it('cancelled while it imports, takes out what had come in', async () => {
    const server = await startServer()
    const events = Array.from({ length: 6_000 }, (_, index) => JSON.stringify(foreign(index))).join('\n')
    const response = await server.client.fetch('/gatehouse/v1/logs/imports?name=Long', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: events,
    })
    const { id } = (await response.json()) as { id: string }
    const job = (await listed(server)).find(({ subjectId }) => subjectId === id)
    const asked = await server.client.call('cancelJob', { params: { jobId: job?.id as string } })
    expect(asked.body.cancelRequested).toBe(true)
    await eventually(async () => expect((await server.client.call('listLogImports')).body).toEqual([]))
    const states = (await listed(server)).map(({ type, state }) => `${type} ${state}`)
    expect(states).toEqual(['logImportRemoval COMPLETED', 'logImport CANCELLED'])
    const left = await server.client.call('listLogEvents', { query: { filter: 'eventType eq "user.session.start"' } })
    expect(left.body).toEqual([])
  })

  it('are remembered by the next run, which neither offers the files of the last nor trusts its verification', async () => {
    const first = await startServer()
    await exportLog(first, { format: 'NDJSON' })
    await first.client.call('startLogVerification')
    await eventually(async () => expect((await first.client.call('getLogVerification')).body.state).toBe('SOUND'))
    await first.stop()
    const second = await startServer({ dataFile: first.dataFile })
    expect((await listed(second)).map(({ type, state }) => `${type} ${state}`)).toEqual([
      'logVerification COMPLETED',
      'logExport COMPLETED',
    ])
    expect((await second.client.call('listLogExports')).body).toEqual([])
    expect((await second.client.call('getLogVerification')).body.state).toBe('NONE')
  })
})

const foreign = (index: number) => ({
  uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  published: '2026-02-01T10:00:00.000Z',
  eventType: 'user.session.start',
  version: '0',
  severity: 'INFO',
  actor: { id: '00uForeign', type: 'User' },
})
