import { OWN_PREFERENCES, OWN_WORDS } from '#contract/interface/lenience.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { OWN_VOCABULARY } from '#contract/vocabulary/vocabulary.ts'
import { requestOf, type CallInput, type RequestParts } from './client.ts'

/** Quotes a word for a POSIX shell: nothing inside single quotes is special but the quote itself. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** Where a request goes. */
export interface CurlTarget {
  /** Of the workspace. */
  url: string
  /** The name of the words that its clients speak; absent: our own. */
  vocabulary?: string
}

/**
 * A request as a curl command. The token stays a variable, so that the text can be shared; double quotes let the shell
 * fill it in. It is in our words, as the page asks; where clients speak others, it says so.
 */
export function curlText(parts: RequestParts, { url, vocabulary = OWN_VOCABULARY }: CurlTarget): string {
  const lines = [
    `curl${parts.method === 'GET' ? '' : ` -X ${parts.method}`} ${shellQuote(url.replace(/\/$/, '') + parts.path)}`,
    `-H "Authorization: SSWS $GATEHOUSE_TOKEN"`,
  ]
  if (parts.body !== null)
    lines.push(`-H 'Content-Type: application/json'`, `-H 'Prefer: ${OWN_PREFERENCES}'`, `-d ${shellQuote(parts.body)}`)
  else if (vocabulary !== OWN_VOCABULARY) lines.push(`-H 'Prefer: ${OWN_WORDS}'`)
  return lines.join(' \\\n  ')
}

/** The curl command of any call. */
export function curlOf<Id extends OperationId>(id: Id, input: CallInput<Id>, target: CurlTarget): string {
  return curlText(requestOf(id, input), target)
}

/** A first call to try a token, by its value or from the file that holds it; null where the reader has it already. */
export function tokenExample(
  token: { value: string } | { file: string } | null,
  target: CurlTarget,
  asks: 'policies' | 'rights' = 'policies',
): string {
  const call =
    asks === 'rights'
      ? curlOf('getCallerRights', {}, target)
      : curlOf('listPolicies', { query: { type: 'SVC_SIGN_ON' } }, target)
  if (!token) return call
  const value = 'value' in token ? shellQuote(token.value) : `"$(cat ${shellQuote(token.file)})"`
  return `export GATEHOUSE_TOKEN=${value}\n${call}`
}
