import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pinOf } from './public-key.ts'
import { describeVerdict, verifyBundleFile } from './verify-file.ts'

const USAGE = `Usage: node verify-bundle.mjs BUNDLE [--key FILE.pem | --fingerprint HEX]

Checks a signed export of an audit log, offline. Ends with 0 where it is sound, 1 where it is
broken, and 2 where it cannot be checked.

  --key FILE.pem     the public key that must have signed it
  --fingerprint HEX  the same, by the SHA-256 of the key`

function readArguments(): { file: string; pinned: string | null } {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, fingerprint: { type: 'string' } },
    allowPositionals: true,
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error('One BUNDLE is needed.')
  const pem = values.key === undefined ? undefined : readFileSync(values.key, 'utf8')
  return { file, pinned: pinOf({ pem, fingerprint: values.fingerprint }) }
}

try {
  const { file, pinned } = readArguments()
  const verdict = await verifyBundleFile(file, pinned === null ? null : [pinned])
  process.stdout.write(`${describeVerdict(file, verdict, pinned !== null)}\n`)
  process.exitCode = verdict.isValid ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`)
  process.exitCode = 2
}
