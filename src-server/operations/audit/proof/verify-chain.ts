import { setImmediate as breathe } from 'node:timers/promises'
import type { ChainViolation, LogVerification } from '#contract/log/log-proof.ts'
import { CHAIN_START, nextLink } from '#audit-log/chain.ts'
import { readJumps } from './clock-jump.ts'
import { violation, type Finding } from './finding.ts'
import { isSigned, removalMessage, type LogKeys } from './seal.ts'
import type { Removal } from './removals.sql.ts'
import type { Seal } from './seals.sql.ts'
import {
  proofRows,
  readCounts,
  readImports,
  factsOf,
  readRemovals,
  readSeals,
  rowAfter,
  strayTarget,
  type ProofRow,
  type Reader,
} from './verify-rows.sql.ts'
import { WordCheck } from './verify-words.sql.ts'
import {
  beginSeals,
  checkLastSeal,
  checkRecordedLink,
  checkSeal,
  checkSettingsNow,
  type RecordGiven,
  type SealWalk,
} from './verify-seals.ts'

/** What a verification found. */
export type ChainReport = Pick<
  LogVerification,
  'checked' | 'total' | 'removed' | 'imported' | 'sealed' | 'isRecorded' | 'keys' | 'clockJumps' | 'violation'
>

export interface VerifyOptions {
  /** The keys whose signatures count. */
  keys: LogKeys
  /** Whether seals have to be there, of one of these keys: a key is made with its first seal. */
  mustBeSealed: boolean
  /** What is known of the newest seal outside the file, read before it; null where nothing is. */
  record: RecordGiven
  onProgress?: (progress: Pick<ChainReport, 'checked' | 'total'>) => void
  /** Ends it, between two batches. */
  signal?: AbortSignal
}

/** What identifies the event of a violation that has none. */
export const NO_EVENT = { uuid: null, published: null, eventType: null }

/** Of a log of which nothing was read yet. */
export const UNREAD: ChainReport = {
  isRecorded: false,
  checked: 0,
  imported: 0,
  total: 0,
  removed: 0,
  sealed: null,
  keys: [],
  clockJumps: [],
  violation: null,
}

interface Walk {
  readonly reader: Reader
  readonly keys: LogKeys
  /** By sequence, the next at the end. */
  readonly seals: Seal[]
  readonly removals: Removal[]
  readonly sealWalk: SealWalk
  /** Ids of imports that the file knows of. */
  readonly imports: readonly string[]
  /** The link so far, and the sequence that comes next. */
  link: Uint8Array
  next: number
  targets: number
  report: ChainReport
}

/**
 * Walks the whole log and finds the first place where it is not what was written. The reader has to see one moment from
 * beginning to end.
 * @throws DOMException AbortError when the signal ends it
 */
export async function verifyChain(reader: Reader, options: VerifyOptions): Promise<ChainReport> {
  const { keys, signal, onProgress } = options
  const counts = await readCounts(reader)
  const report: ChainReport = { ...UNREAD, isRecorded: options.record !== null, total: counts.events, keys: [] }
  report.clockJumps = await readJumps(reader)
  const seals = (await readSeals(reader)).reverse()
  const removals = (await readRemovals(reader)).reverse()
  const hasSeals = seals.length > 0
  const sealWalk = await beginSeals(reader, keys, options.record)
  const imports = await readImports(reader)
  const walk: Walk = {
    reader,
    keys,
    seals,
    removals,
    sealWalk,
    imports,
    link: CHAIN_START,
    next: 1,
    targets: 0,
    report,
  }
  const found = async (finding: Finding) => ({ ...report, violation: await describe(reader, finding) })

  const first = counts.outside
    ? violation('INSERTED', 0, 'An event has a number that none is given.')
    : checkSeals(walk)
  if (first) return found(first)
  const words = new WordCheck(reader)
  for await (const rows of proofRows(reader)) {
    for (const row of rows) {
      const { sequence } = row
      const place = skipRemoved(walk, sequence) ?? checkPlace(walk, sequence)
      const finding = place ?? (await checkRow(walk, row)) ?? checkSeals(walk)
      if (finding) return found(finding)
    }
    await words.upTo(walk.next - 1, rows.length)
    onProgress?.(report)
    await breathe()
    signal?.throwIfAborted()
  }
  const finding =
    checkEnd(walk, counts.given) ??
    (options.mustBeSealed && !hasSeals ? unsealed(walk) : null) ??
    (await checkLastSeal(reader, sealWalk, walk.next)) ??
    (await checkSettingsNow(reader, sealWalk)) ??
    (await checkStrays(walk)) ??
    (await words.end())
  return finding ? found(finding) : report
}

/** Goes over events that were taken out, by their records, up to the event that is there. */
function skipRemoved(walk: Walk, sequence: number): Finding | null {
  for (let record = walk.removals.at(-1); record && record.first <= sequence; record = walk.removals.at(-1)) {
    const { first, last } = record
    if (first > walk.next) break
    if (first < walk.next)
      return violation('GAP', first, `A record says that ${run(record)} were removed, which are there.`)
    if (!isSigned(walk.keys, record.fingerprint, removalMessage(record, walk.link), record.signature))
      return violation(
        'GAP',
        first,
        `The record of removing ${run(record)} is not signed by a key of this log, or was touched.`,
      )
    if (last >= sequence)
      return violation(
        'INSERTED',
        sequence,
        `A signed record says that ${run(record)} were removed, so this one was put in.`,
      )
    walk.report.removed += last - first + 1
    countSigner(walk, record)
    walk.link = record.chain
    walk.next = last + 1
    walk.removals.pop()
    const forged = checkSealsOnRemoved(walk, record)
    if (forged) return forged
  }
  return null
}

function checkPlace({ next }: Walk, sequence: number): Finding | null {
  if (sequence === next) return null
  if (sequence < next) return violation('INSERTED', sequence, 'An event stands where none was written.')
  const missing = sequence - next
  const what = missing === 1 ? 'An event is' : `${missing} events are`
  return violation('MISSING', next, `${what} missing, with no record of a removal.`)
}

async function checkRow(walk: Walk, row: ProofRow): Promise<Finding | null> {
  const { sequence, chain } = row
  const link = nextLink(walk.link, row.payload, row.import_id)
  if (!chain || !link.equals(chain)) {
    const origin = chain && originOf(walk, row)
    if (origin) return violation('CHANGED', sequence, origin)
    const after = await rowAfter(walk.reader, sequence)
    const isAlien = !chain || (after?.chain && nextLink(walk.link, after.payload, after.import_id).equals(after.chain))
    return isAlien
      ? violation('INSERTED', sequence, 'This event was put in: the chain goes on without it.')
      : violation('CHANGED', sequence, 'The event, or its link in the chain, is not what was written.')
  }
  if (row.differs) return violation('INDEX', sequence, differsText(row.differs))
  walk.link = link
  walk.next = sequence + 1
  walk.targets += row.targets
  walk.report.checked += 1
  if (row.import_id !== null) walk.report.imported += 1
  return null
}

function differsText(differs: string): string {
  const column = /^type of (.*)/.exec(differs)?.[1]
  return column === undefined
    ? `What searches use (${differs}) differs from the event itself.`
    : `The ${column} of this event is of another type than it was written with.`
}

/** What is wrong with where an event is said to come from, where that alone does not fit its link. */
function originOf({ link, imports }: Walk, { payload, chain, import_id }: ProofRow): string | null {
  const others = [null, ...imports].filter((id) => id !== import_id)
  const isFrom = (id: string | null) => chain !== null && nextLink(link, payload, id).equals(chain)
  const origin = others.find(isFrom)
  if (origin === undefined) return null
  if (origin === null) return 'This event is of this workspace, and is passed off as one that was imported.'
  const as = import_id === null ? 'one of this workspace’s own' : 'one of another import'
  return `This event came with an import (${origin}), and is passed off as ${as}.`
}

/** Seals up to the event just checked; one on an empty log before all. */
function checkSeals(walk: Walk): Finding | null {
  const sequence = walk.next - 1
  for (let seal = walk.seals.at(-1); seal && seal.sequence <= sequence; seal = walk.seals.at(-1)) {
    if (seal.sequence < sequence)
      return violation('SEAL', seal.sequence, `The seal of ${seal.sealed} is on an event that is not there.`)
    const finding = checkSeal(walk.sealWalk, seal, sequence)
    if (finding) return finding
    if (!Buffer.from(walk.link).equals(seal.chain))
      return violation('SEAL', sequence, `The log up to here was rewritten after it was sealed at ${seal.sealed}.`)
    countSeal(walk, seal)
  }
  return checkRecordedLink(walk.sealWalk, sequence, walk.link)
}

/** Seals on events that were taken out since: what they say of the last of them can be checked, and to which seal each refers. */
function checkSealsOnRemoved(walk: Walk, { first, last, chain }: Removal): Finding | null {
  for (let seal = walk.seals.at(-1); seal && seal.sequence <= last; seal = walk.seals.at(-1)) {
    if (seal.sequence < first) return null
    // Among what was taken out there may be events that tell of changes.
    walk.sealWalk.hasGap = true
    const finding = checkSeal(walk.sealWalk, seal, seal.sequence)
    if (finding) return finding
    if (seal.sequence === last && !Buffer.from(chain).equals(seal.chain))
      return violation('SEAL', last, `The log up to here was rewritten after it was sealed at ${seal.sealed}.`)
    countSeal(walk, seal)
  }
  walk.sealWalk.hasGap = true
  return null
}

function countSeal(walk: Walk, seal: Seal): void {
  const { sequence, sealed: at, fingerprint } = seal
  countSigner(walk, seal)
  walk.report.sealed = { sequence, at, fingerprint }
  walk.seals.pop()
}

function countSigner({ report }: Walk, { fingerprint }: Pick<Seal, 'fingerprint'>): void {
  if (!report.keys.includes(fingerprint)) report.keys.push(fingerprint)
}

/** Whether anything was behind the last event. INVARIANT: the newest event is never removed. */
function checkEnd(walk: Walk, given: number): Finding | null {
  const last = walk.next - 1
  const forged = skipRemoved(walk, Infinity)
  if (forged) return forged
  const { seals, removals, next } = walk
  const seal = seals[0]
  const cut = 'The end of the log is cut off'
  if (seal) return violation('SEAL', next, `${cut}: at ${seal.sealed} it was sealed up to event ${seal.sequence}.`)
  if (given >= next) return violation('MISSING', next, `${cut}: events up to ${given} were written.`)
  if (last !== next - 1 || removals.length) return violation('MISSING', next, `${cut}: more was removed than ever is.`)
  return null
}

const unsealed = ({ next }: Walk) =>
  violation('SEAL', next - 1, 'The log bears no seal, although it was sealed when its key was made.')

async function checkStrays({ reader, targets }: Walk): Promise<Finding | null> {
  const sequence = await strayTarget(reader, targets)
  return sequence === null
    ? null
    : violation('INDEX', sequence, 'What searches use (targets) has an entry that no event has.')
}

function run({ first, last }: Removal): string {
  return first === last ? `event ${first}` : `events ${first} to ${last}`
}

async function describe(reader: Reader, { kind, sequence, reason }: Finding): Promise<ChainViolation> {
  const event = await factsOf(reader, sequence)
  return { kind, sequence, ...(event ?? NO_EVENT), reason }
}
