import type { KeyObject } from 'node:crypto'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import type { ChainReport } from '#operations/audit/proof/verify-chain.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { describeVerdict, isBundleFile, verifyBundleFile, type BundleVerdict } from '#verifier/verify-file.ts'
import { fingerprintOfPin, keyOf } from './key-option.ts'
import { jumpText } from '#verifier/clock-jump.ts'
import { clearProgress, readOptions, remark, say, showProgress, UsageError, type Command } from './command.ts'

const USAGE = `Usage: gatehouse audit verify FILE [options]

Proves that no one touched the audit log of a workspace, or a signed export of
one, or names the first event that is broken. The workspace may be in use; a
copy will do as well.

  --key KEY         a key that you trust: its fingerprint, or a file with its
                    public half in PEM; only its signatures count then. May be
                    given again
  --sealed RECORD   the record of the newest seal, kept outside the workspace
                    file (default: FILE.sealed); without it, an end that was cut
                    off together with its seals cannot be noticed
  --json            print the result as one line of JSON

Ends with 0 when the log is sound, 1 when it is not, 2 when it cannot tell.`

const OPTIONS = {
  key: { type: 'string', multiple: true },
  sealed: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** Verifies the log of a workspace file. */
export const verify: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const [file, ...more] = positionals
    if (!file || more.length) throw new UsageError('audit verify takes one FILE.')
    const pinned = values.key && (await Promise.all(values.key.map(keyOf)))
    if (await isBundleFile(file)) return verifyBundle(file, pinned ?? null, values.json)
    const report = await verifyLogFile(file, {
      onProgress: ({ checked, total }) => showProgress(`${checked} of ${total} events`),
      sealRecord: values.sealed,
      ...(pinned ? { pinned } : {}),
    })
      .catch((error: unknown) => remark(error instanceof Error ? error.message : String(error)))
      .finally(clearProgress)
    if (!report) return 2
    if (values.json) say(JSON.stringify({ state: report.violation ? 'BROKEN' : 'SOUND', ...report }))
    else for (const line of describe(report, pinned !== undefined)) say(plainLine(line))
    return report.violation ? 1 : 0
  },
}

async function verifyBundle(file: string, pinned: readonly (string | KeyObject)[] | null, json: boolean) {
  const prints = pinned && pinned.map(fingerprintOfPin)
  const { isValid, ...verdict } = await verifyBundleFile(file, prints)
  if (json) say(JSON.stringify({ state: isValid ? 'SOUND' : 'BROKEN', ...verdict }))
  else say(describeVerdict(file, { isValid, ...verdict } as BundleVerdict, pinned !== null))
  return isValid ? 0 : 1
}

function describe(report: ChainReport, isPinned: boolean): string[] {
  const { checked, removed, imported, sealed, keys, violation, isRecorded, clockJumps } = report
  if (violation) {
    const event = violation.uuid === null ? [] : [`  ${violation.uuid}  ${violation.published}  ${violation.eventType}`]
    return [`BROKEN at event ${violation.sequence} (${violation.kind}): ${violation.reason}`, ...event]
  }
  const gone = removed ? `; ${removed} more were removed, by signed records` : ''
  const brought = imported ? `, of which ${imported} ${imported === 1 ? 'was' : 'were'} imported` : ''
  const jumps = clockJumps.map(jumpText)
  const lines = [`SOUND: ${checked} events are unmodified${brought}${gone}.`, ...jumps]
  if (!sealed) return [...lines, 'They are not sealed yet; only the chain proves them.']
  lines.push(`Sealed up to event ${sealed.sequence} at ${sealed.at} by the key ${sealed.fingerprint}`)
  if (!isRecorded)
    lines.push('No record of the newest seal was found. A log that was cut off there would look the same.')
  const others = keys.filter((key) => key !== sealed.fingerprint)
  if (others.length) lines.push(`Other keys signed seals or removals too: ${others.join(', ')}`)
  if (!isPinned) lines.push('Compare each fingerprint with those that you noted elsewhere, or give them with --key.')
  return lines
}
