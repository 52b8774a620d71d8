import type { LogConcern } from '#contract/log/log-concern.ts'
import type { ExportFormat } from '#contract/log/log-transfer.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  endLine,
  eventLine,
  hashOfEvent,
  hashOfHead,
  headLine,
  signedMessage,
  type BundleHead,
} from '#verifier/bundle-format.ts'
import type { LogSigner } from '../../memory/log-signer.ts'
import { CSV_HEAD, csvLine } from './csv.ts'
import type { ExportQuery } from '../../jobs/job-inputs.ts'

/** Writes a file of events piece by piece. */
export interface EventWriter {
  head(): string
  /** @param payload one line of JSON */
  event(payload: string): string
  end(): string
}

/** What a bundle says of where it comes from, and who signs it. */
interface BundleOrigin {
  workspace: { id: string; name: string }
  query: ExportQuery
  /** ISO 8601. */
  exported: string
  /** What waits for a person; a log that does can still be exported, so that its events can be looked at. */
  concerns: readonly LogConcern[]
  signer: LogSigner
}

const nothing = () => ''

const WRITERS: Readonly<Record<Exclude<ExportFormat, 'BUNDLE'>, EventWriter>> = {
  NDJSON: { head: nothing, event: (payload) => `${payload}\n`, end: nothing },
  CSV: { head: () => CSV_HEAD, event: csvLine, end: nothing },
}

export const FORMATS: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  NDJSON: { extension: 'ndjson', type: 'application/x-ndjson; charset=utf-8' },
  CSV: { extension: 'csv', type: 'text/csv; charset=utf-8; header=present' },
  BUNDLE: { extension: 'bundle.ndjson', type: 'application/x-ndjson; charset=utf-8' },
}

/** @param origin asked for where the format is a bundle */
export async function writerOf(format: ExportFormat, origin: () => Promise<BundleOrigin>): Promise<EventWriter> {
  return format === 'BUNDLE' ? bundleWriter(await origin()) : WRITERS[format]
}

function bundleWriter({ workspace, query, exported, concerns, signer }: BundleOrigin): EventWriter {
  const { publicKey, fingerprint } = signer
  const head: BundleHead = {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    workspace: { id: workspace.id, name: workspace.name },
    query: query as BundleHead['query'],
    exported,
    concerns: concerns.map(({ kind, found, message }) => ({ kind, found, message })),
    publicKey,
    fingerprint,
  }
  const text = JSON.stringify(head)
  let hash = hashOfHead(text)
  let count = 0
  return {
    head: () => `${headLine(text, hash)}\n`,
    event: (payload) => {
      hash = hashOfEvent(hash, payload)
      count += 1
      return `${eventLine(count, payload, hash)}\n`
    },
    end: () => `${endLine(count, hash, signer.sign(signedMessage(count, hash)))}\n`,
  }
}
