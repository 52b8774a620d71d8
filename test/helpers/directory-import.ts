import { setTimeout as sleep } from 'node:timers/promises'
import type { DirectoryImport, ImportFormat, ImportKind, ImportOptions } from '#contract/directory/directory-import.ts'
import type { TestServer } from './server.ts'

type Server = Pick<TestServer, 'client'>

/** Sends a file; what came back, be it a refusal. */
export function sendDirectory(
  { client }: Server,
  file: string,
  { kind = 'users', format = 'CSV' }: { kind?: ImportKind; format?: ImportFormat } = {},
): Promise<Response> {
  const query = new URLSearchParams({ kind, format, name: 'A file' })
  return client.fetch(`/gatehouse/v1/directory/imports?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  })
}

export async function uploadDirectory(
  server: Server,
  file: string,
  options: { kind?: ImportKind; format?: ImportFormat } = {},
): Promise<DirectoryImport> {
  const response = await sendDirectory(server, file, options)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as DirectoryImport
}

export const getImport = async ({ client }: Server, directoryImportId: string) =>
  (await client.call('getDirectoryImport', { params: { directoryImportId } })).body

/** Waits until no job works at an import. */
export async function settledImport(server: Server, id: string): Promise<DirectoryImport> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const view = await getImport(server, id)
    const isBusy = ['CHECKING', 'APPLYING', 'REVERTING'].includes(view.state)
    const job = view.jobId && (await server.client.call('getJob', { params: { jobId: view.jobId } })).body
    // Read again: the job may have begun and ended between the two requests.
    if (!isBusy && (!job || !['QUEUED', 'RUNNING'].includes(job.state))) return getImport(server, id)
    await sleep(20)
  }
  throw new Error('it did not end in time')
}

/** Uploads and checks a file, with the mapping that is suggested. */
export async function checkedDirectory(
  server: Server,
  file: string,
  { options, ...as }: { kind?: ImportKind; format?: ImportFormat; options?: Partial<ImportOptions> } = {},
): Promise<DirectoryImport> {
  const { id, columns } = await uploadDirectory(server, file, as)
  const mapping = Object.fromEntries(columns.map(({ name, target }) => [name, target]))
  await server.client.call('checkDirectoryImport', {
    params: { directoryImportId: id },
    body: { mapping, ...(options && { options: options as ImportOptions }) },
  })
  return settledImport(server, id)
}

export async function appliedDirectory(...args: Parameters<typeof checkedDirectory>): Promise<DirectoryImport> {
  const { id } = await checkedDirectory(...args)
  await args[0].client.call('applyDirectoryImport', { params: { directoryImportId: id } })
  return settledImport(args[0], id)
}

export const rowsOf = async ({ client }: Server, directoryImportId: string) =>
  (await client.call('listDirectoryImportRows', { params: { directoryImportId } })).body
