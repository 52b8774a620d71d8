import { open, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { ApiError } from '#contract/interface/api-error.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#contract/log/log-transfer.ts'
import type { LogConcern } from '#contract/log/log-concern.ts'
import { logSearchQuery } from '#contract/routes/logs.ts'
import { loadDriver } from '#db/driver.ts'
import { secretBoxInFile } from '#db/secret-box.ts'
import type { Connection, Reader } from '#db/connection.ts'
import { realPath } from '#db/real-path.ts'
import { listConcernsOfFile } from '#operations/audit/proof/concerns.ts'
import type { LogSigner } from '#operations/memory/log-signer.ts'
import { readSealRecord, sealRecordBeside } from '#operations/audit/proof/seal-record.ts'
import { existingSigner } from '#operations/audit/proof/existing-signer.ts'
import { writerOf } from '#operations/audit/transfer/export-formats.ts'
import { isNoRoom } from '#operations/files/transfer-folder.ts'
import { newestNumber } from '#operations/audit/search/log-events.sql.ts'
import type { ExportQuery } from '#operations/jobs/job-inputs.ts'
import { writeExport } from '#operations/audit/transfer/write-export.ts'
import { openReader, requireChain } from '#operations/audit/proof/verify-file.ts'
import { organizationName } from '#operations/organization/organization.ts'
import { clearProgress, readOptions, remark, showProgress, UsageError, type Command } from './command.ts'
import { refusalLines } from '#contract/interface/refusal-lines.ts'

const USAGE = `Usage: gatehouse audit export --data FILE [options]

Writes the events of a workspace's audit log, oldest first. The workspace may be
in use.

  --data FILE       the workspace file
  --format NAME     ndjson (default), csv, or bundle: signed, for the verifier
  --since TIME, --until TIME
                    bounds in time, ISO 8601
  --filter TEXT, --q WORDS
                    as of GET /api/v1/logs
  --out FILE        a new file, in place of the standard output; beside a bundle
                    the key that signed it is written to FILE.pem`

const OPTIONS = {
  data: { type: 'string' },
  format: { type: 'string', default: 'ndjson' },
  since: { type: 'string' },
  until: { type: 'string' },
  filter: { type: 'string' },
  q: { type: 'string' },
  out: { type: 'string' },
} as const

interface Arguments {
  data: string
  format: ExportFormat
  query: ExportQuery
  out: string | undefined
}

function readArguments(args: string[]): Arguments {
  const { values, positionals } = readOptions(args, OPTIONS)
  const { data, format: name, out, ...words } = values
  if (positionals.length) throw new UsageError(`${positionals[0]} is one argument too many.`)
  if (!data) throw new UsageError('--data FILE is required.')
  const format = EXPORT_FORMATS.find((one) => one.toLowerCase() === name)
  if (!format) throw new UsageError(`--format takes ${EXPORT_FORMATS.join(', ').toLowerCase()}.`)
  const query = z.object(logSearchQuery).safeParse(words)
  const [issue] = query.error?.issues ?? []
  if (!query.success) throw new UsageError(`--${issue?.path.join('.')}: ${issue?.message}.`)
  return { data, format, query: query.data, out }
}

/** Writes events of a workspace file. */
export const exportLog: Command = {
  usage: USAGE,
  async run(args) {
    const options = readArguments(args)
    // INVARIANT: before the file: a seal is noted after its commit, so that the file holds what was noted.
    const record = await readSealRecord(sealRecordBeside(await realPath(options.data)))
    const reader = await openReader(await loadDriver(), options.data)
    try {
      await requireChain(reader, options.data)
      await writeAll(reader, options, () => concernsOf(reader, record))
      return 0
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      remark(refusalLines(error).join('\n'))
      return 2
    } finally {
      clearProgress()
      await reader.close()
    }
  },
}

/** As of one moment: what a service writes meanwhile must not look like a doubt. */
async function concernsOf(reader: Connection, record: Awaited<ReturnType<typeof readSealRecord>>) {
  await reader.exec('BEGIN')
  try {
    return await listConcernsOfFile(reader, record, new Date().toISOString())
  } finally {
    await reader.exec('COMMIT')
  }
}

async function writeAll(
  reader: Reader,
  { data, format, query, out }: Arguments,
  concerns: () => Promise<LogConcern[]>,
): Promise<void> {
  let signer: LogSigner | null = null
  const writer = await writerOf(format, async () => {
    signer = await signerOf(reader, data)
    const workspace = await organizationName(reader)
    return { workspace, query, exported: new Date().toISOString(), concerns: await concerns(), signer }
  })
  const sink = out === undefined ? standardOutput() : await newFile(out)
  try {
    await writeExport({
      search: (work) => work(reader),
      query,
      newest: await newestNumber(reader),
      writer,
      write: sink.write,
      report: ({ written, total }) => showProgress(`${written} of ${total} events`),
    })
    await sink.end()
  } catch (error) {
    await sink.discard()
    throw isNoRoom(error) ? new UsageError(`There is no room left for ${out}.`) : error
  }
  if (signer && out !== undefined) await writeFile(`${out}.pem`, (signer as LogSigner).publicKey)
}

async function signerOf(reader: Reader, data: string): Promise<LogSigner> {
  const signer = await existingSigner(reader, secretBoxInFile(`${data}.key`))
  if (signer) return signer
  throw new UsageError(
    `A bundle is signed with the workspace's key, which ${data}.key opens; it is not there, or opens nothing. ` +
      'Export the bundle on the audit page of the program that uses this workspace.',
  )
}

interface Sink {
  write(bytes: Uint8Array): Promise<void>
  end(): Promise<void>
  discard(): Promise<void>
}

async function newFile(path: string): Promise<Sink> {
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be written to.`)
  })
  return {
    write: (bytes) => handle.appendFile(bytes),
    end: () => handle.close(),
    discard: async () => {
      await handle.close()
      await rm(path, { force: true })
    },
  }
}

function standardOutput(): Sink {
  const done = () => Promise.resolve()
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())))
  // The reader may have enough; the write that fails says so.
  process.stdout.on('error', () => {})
  return { write, end: done, discard: done }
}
