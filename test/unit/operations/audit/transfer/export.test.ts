import { stat } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { transferFolder } from '#operations/files/transfer-folder.ts'
import { START, startServer, type TestServer } from '../../../../helpers/server.ts'
import { exportLog, exportText, fetchExport, waitingFiles } from '../../../../helpers/log-transfer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  for (let count = 0; count < 120; count++) {
    await server.make.aGroup(`Group ${count}`)
    server.clock.advance(1_000)
  }
})

const eventsIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogEvent)

/** All events as the interface gives them, oldest first. */
async function logOf(filter?: string): Promise<LogEvent[]> {
  const since = new Date(START - 86_400_000).toISOString()
  const { body } = await server.client.call('listLogEvents', { query: { since, limit: '1000', filter } as never })
  return body
}

describe('an export', () => {
  it('holds every event once, a line each, as the interface gives them, oldest first', async () => {
    const before = await logOf()
    const view = await exportLog(server, { format: 'NDJSON' })
    const text = await fetchExport(server, view)
    expect(text.endsWith('\n')).toBe(true)
    expect(eventsIn(text).slice(0, before.length)).toEqual(before)
    expect(view).toMatchObject({ state: 'READY', written: view.total, bytes: Buffer.byteLength(text), problem: null })
    expect(eventsIn(text)).toHaveLength(view.total)
  })

  it('takes a query as the log does', async () => {
    const filter = 'eventType eq "group.lifecycle.create"'
    const expected = await logOf(filter)
    expect(expected.length).toBeGreaterThanOrEqual(120)
    expect(eventsIn(await exportText(server, { format: 'NDJSON', filter }))).toEqual(expected)
    const since = new Date(START + 10_000).toISOString()
    const until = new Date(START + 20_000).toISOString()
    const some = expected.filter(({ published }) => published >= since && published < until)
    expect(some).toHaveLength(10)
    expect(eventsIn(await exportText(server, { format: 'NDJSON', filter, since, until }))).toEqual(some)
    expect(eventsIn(await exportText(server, { format: 'NDJSON', filter, q: 'group 77' }))).toHaveLength(1)
  })

  it('of nothing is an empty file, a mere heading, or a bundle of none', async () => {
    const filter = 'eventType eq "nothing.of.this"'
    expect(await exportText(server, { format: 'NDJSON', filter })).toBe('')
    expect((await exportText(server, { format: 'CSV', filter })).split('\r\n')).toHaveLength(2)
    const lines = (await exportText(server, { format: 'BUNDLE', filter })).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] as string)).toMatchObject({ count: 0 })
  })

  it('is remembered in the log, with what was asked', async () => {
    const filter = 'severity eq "WARN"'
    const { id } = await exportLog(server, { format: 'CSV', filter })
    const asked = (await logOf(`target.id eq "${id}"`))[0]
    expect(asked).toMatchObject({
      eventType: 'analytics.reports.export.request',
      debugContext: { debugData: { filter } },
    })
  })

  it('is said to have succeeded only once its file is there', async () => {
    const { id } = await exportLog(server, { format: 'CSV' })
    const events = await logOf(`target.id eq "${id}"`)
    expect(events.map(({ eventType, outcome }) => [eventType, outcome?.result]).sort()).toEqual([
      ['analytics.reports.export.request', 'SUCCESS'],
      ['gatehouse.log.export.complete', 'SUCCESS'],
    ])
  })

  it('of an unreadable query is refused at once', async () => {
    for (const body of [
      { format: 'NDJSON', filter: 'eventType eq' },
      { format: 'NDJSON', filter: 'published gt "2026-01-01T00:00:00.000Z"' },
      { format: 'XML' },
      { format: 'CSV', since: '2026-03-02T10:00:00.000Z', until: '2026-03-02T09:00:00.000Z' },
    ])
      expect((await server.client.refused('createLogExport', { body })).status, JSON.stringify(body)).toBe(400)
  })

  it('is saved by a browser under its own name, and kept by no one on the way', async () => {
    for (const [format, type, end] of [
      ['NDJSON', 'application/x-ndjson', '.ndjson'],
      ['CSV', 'text/csv', '.csv'],
      ['BUNDLE', 'application/x-ndjson', '.bundle.ndjson'],
    ] as const) {
      const view = await exportLog(server, { format })
      const head = await fetch(`${server.url}${view.download}`, { method: 'HEAD' })
      const response = await fetch(`${server.url}${view.download}`)
      for (const { status, headers } of [head, response]) {
        expect(status).toBe(200)
        expect(headers.get('Content-Type')).toContain(type)
        expect(headers.get('Content-Length')).toBe(String(view.bytes))
        expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${view.fileName}"`)
        expect(headers.get('Cache-Control')).toBe('no-store')
      }
      expect((await response.arrayBuffer()).byteLength).toBe(view.bytes)
      expect(view.fileName).toMatch(/^audit-log-\d{8}T\d{6}\.[a-z.]+$/)
      expect(view.fileName.endsWith(end)).toBe(true)
    }
  })

  it('stands where only its owner can read it, until it is removed', async () => {
    const view = await exportLog(server, { format: 'NDJSON' })
    const folder = transferFolder({ file: server.dataFile })
    expect(await waitingFiles(server.dataFile)).toContain(`${view.id}.export`)
    if (process.platform !== 'win32') {
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      expect((await stat(`${folder}/${view.id}.export`)).mode & 0o777).toBe(0o600)
    }
    await server.client.call('deleteLogExport', { params: { exportId: view.id } })
    expect(await waitingFiles(server.dataFile)).not.toContain(`${view.id}.export`)
    expect((await fetch(`${server.url}${view.download}`)).status).toBe(404)
    expect((await server.client.refused('getLogExport', { params: { exportId: view.id } })).code).toBe('E0000007')
  })
})

describe('exports', () => {
  it('wait for each other, and can be given up while they do', async () => {
    const begin = async () => (await server.client.call('createLogExport', { body: { format: 'BUNDLE' } })).body.id
    const ids = [await begin(), await begin(), await begin()]
    await server.client.call('deleteLogExport', { params: { exportId: ids[1] as string } })
    const last = await exportLog(server, { format: 'NDJSON' })
    const states = (await server.client.call('listLogExports')).body
    expect(states[0]?.id).toBe(last.id)
    expect(states.find(({ id }) => id === ids[1])).toBeUndefined()
    for (const id of [ids[0], ids[2]]) expect(states.find((one) => one.id === id)?.state).toBe('READY')
  })

  it('are kept no longer, and no more of them, than the limits say', async () => {
    for (let count = 0; count < LIMITS.logExportsKept + 2; count++)
      await exportLog(server, { format: 'NDJSON', filter: 'uuid eq "x"' })
    expect((await server.client.call('listLogExports')).body).toHaveLength(LIMITS.logExportsKept)
    server.clock.advance(LIMITS.logExportKeptMs)
    expect((await server.client.call('listLogExports')).body).toEqual([])
  })

  it('leave nothing behind when the service ends', async () => {
    const other = await startServer()
    await exportLog(other, { format: 'NDJSON' })
    expect(await waitingFiles(other.dataFile)).toHaveLength(1)
    await other.stop()
    await expect(stat(transferFolder({ file: other.dataFile }))).rejects.toThrow('ENOENT')
  })
})
