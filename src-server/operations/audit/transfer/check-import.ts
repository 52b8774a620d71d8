import { open } from 'node:fs/promises'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogImport } from '#contract/log/log-transfer.ts'
import type { BundleHead } from '#verifier/bundle-format.ts'
import { BundleCheck, BundleError, looksLikeBundle } from '#verifier/check-bundle.ts'
import { plainLine } from '#verifier/plain-line.ts'
import type { Line } from '#verifier/read-lines.ts'
import type { EventRow } from '#audit-log/append-events.ts'
import { readRow } from './import-event.ts'
import { readItems } from '../../files/read-items.ts'

/** What is wrong with a file, by line or place in the list, from 1; 0 stands for the whole. */
export interface ImportProblem {
  line: number
  message: string
}

/** An event, or what is wrong with the line. */
type Place = { row: EventRow; problem: null } | { row: null; problem: ImportProblem }

/**
 * The events of a file, and what is wrong with lines of it. A file that begins like a signed bundle is checked like one: it
 * ends at the first line that somebody changed.
 */
async function* readEvents(
  file: string,
  expectedKey: string | null,
  onSigned: (head: BundleHead) => void,
): AsyncGenerator<Place> {
  let bundle: BundleCheck | null | undefined
  try {
    for await (const line of readItems(file, LIMITS.logImportLineBytes)) {
      bundle ??=
        line.text !== null && looksLikeBundle(line.text)
          ? new BundleCheck(expectedKey === null ? null : [expectedKey])
          : null
      if (!bundle && expectedKey !== null) return yield { row: null, problem: UNSIGNED }
      const text = bundle ? bundle.take(line) : line.text
      if (bundle && text === null) continue
      yield placeOf(line, text)
    }
    if (bundle) onSigned(bundle.finish().head)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    const event = error.uuid === null ? '' : ` (event ${error.uuid})`
    yield {
      row: null,
      problem: { line: error.line, message: `the signed bundle is broken: ${error.message}${event}`.slice(0, MESSAGE) },
    }
  }
}

function placeOf({ number, problem: unreadable }: Line, text: string | null): Place {
  const { row, problem } = text === null ? { row: null, problem: unreadable } : readRow(text)
  if (row) return { row, problem: null }
  return { row: null, problem: { line: number, message: problem ?? 'this cannot be read' } }
}

/** Characters that are told of a problem: a bundle decides part of the words. */
const MESSAGE = 500
/** Problems told at once; a file of another kind would have one in every line. */
const PROBLEMS_TOLD = 20
const REPORT_EVERY = 500
const UNSIGNED: ImportProblem = {
  line: 0,
  message: 'the file is no signed bundle, so it does not bear the expected key',
}

/** Characters of rows that are held before they are written. */
const HELD = 262_144

interface ImportFiles {
  file: string
  /**
   * A new file, which gets the events as {@link EventRow}s, a line each: what was checked is what is taken, whatever becomes of the
   * first file, and nothing is read twice.
   */
  rows: string
  /** Fingerprint of the key that must have signed the file; null takes any file. */
  expectedKey: string | null
}

interface CheckedImport {
  problems: ImportProblem[]
  /** What a signed bundle says of itself; null for any other file. */
  signed: Pick<LogImport, 'keyFingerprint' | 'concerns'> | null
}

/**
 * Reads a file to its end, or until enough is wrong with it, before anything of it is taken.
 * @param report told now and then how many events were read
 */
export async function checkImport(
  { file, rows, expectedKey }: ImportFiles,
  report: (checked: number) => void,
  signal: AbortSignal,
): Promise<CheckedImport> {
  const problems: ImportProblem[] = []
  let signed: CheckedImport['signed'] = null
  const handle = await open(rows, 'wx', 0o600)
  let checked = 0
  let held = ''
  try {
    for await (const { row, problem } of readEvents(file, expectedKey, (head) => (signed = signedFacts(head)))) {
      if (problem) problems.push(problem)
      else checked += 1
      if (row && problems.length === 0) held += `${JSON.stringify(row)}\n`
      if (held.length >= HELD) {
        await handle.appendFile(held)
        held = ''
      }
      if (checked % REPORT_EVERY === 0) report(checked)
      if (signal.aborted || problems.length >= PROBLEMS_TOLD) break
    }
    await handle.appendFile(held)
  } finally {
    await handle.close()
  }
  report(checked)
  if (checked === 0 && problems.length === 0) problems.push({ line: 0, message: 'the file holds no event' })
  return { problems, signed }
}

/** Concerns that are taken over from a bundle; there is one of each kind. */
const CONCERNS = 20

function signedFacts({ fingerprint, concerns }: BundleHead): CheckedImport['signed'] {
  const shown = (text: string) => plainLine(text.slice(0, MESSAGE))
  const taken = concerns?.slice(0, CONCERNS).map(({ kind, found, message }) => ({
    ...{ kind: shown(kind), found: shown(found), message: shown(message) },
  }))
  return { keyFingerprint: fingerprint, concerns: taken ?? null }
}
