import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogExport, LogImport } from '#contract/log/log-transfer.ts'
import { transferFolder } from '#operations/files/transfer-folder.ts'
import type { TestServer } from './server.ts'

type Transfers = Pick<TestServer, 'client'>

/** Asks again until the state is another one. */
async function settled<T extends { state: string }>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const view = await ask()
    if (view.state !== 'RUNNING') return view
    await sleep(20)
  }
  throw new Error('it did not end in time')
}

/** An export, waited for. */
export async function exportLog(
  { client }: Transfers,
  body: { format: LogExport['format']; filter?: string; q?: string; since?: string; until?: string },
): Promise<LogExport> {
  const { id } = (await client.call('createLogExport', { body })).body
  return settled(async () => (await client.call('getLogExport', { params: { exportId: id } })).body)
}

/** The file of an export, fetched as a browser does: without a token. */
export async function fetchExport(server: TestServer, view: LogExport): Promise<string> {
  const response = await fetch(`${server.url}${view.download}`)
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

export async function exportText(server: TestServer, body: Parameters<typeof exportLog>[1]): Promise<string> {
  return fetchExport(server, await exportLog(server, body))
}

/** Sends a file to be imported; what came back, be it a refusal. */
export function sendImport(
  { client }: Transfers,
  file: string | Uint8Array,
  name = 'A log',
  key?: string,
): Promise<Response> {
  const query = new URLSearchParams({ name, ...(key && { key }) })
  return client.fetch(`/gatehouse/v1/logs/imports?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: file as BodyInit,
  })
}

/** An import, waited for. */
export async function importLog(
  server: Transfers,
  file: string | Uint8Array,
  name?: string,
  key?: string,
): Promise<LogImport> {
  const response = await sendImport(server, file, name, key)
  if (!response.ok) throw new Error(`the import was refused: ${await response.text()}`)
  const { id } = (await response.json()) as LogImport
  return settled(async () => (await server.client.call('getLogImport', { params: { importId: id } })).body)
}

/** Waits until an import that was removed is gone. */
export async function gone({ client }: Transfers, importId: string): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const { body } = await client.call('listLogImports')
    if (!body.some(({ id }) => id === importId)) return
    await sleep(20)
  }
  throw new Error('it is still there')
}

/** An event of another instance, with no more than it must have. */
export const aForeignEvent = (more: Record<string, unknown> = {}) => ({
  uuid: randomUUID(),
  published: '2026-02-01T10:00:00.000Z',
  eventType: 'user.session.start',
  actor: { id: '00uForeign', type: 'User' },
  ...more,
})

export const ndjson = (...events: unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

/** Names of files that wait beside a workspace. */
export async function waitingFiles(dataFile: string): Promise<string[]> {
  return readdir(transferFolder({ file: dataFile })).catch(() => [])
}
