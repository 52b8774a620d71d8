import { OWN_PREFERENCES } from '#contract/interface/lenience.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { requestOf, type CallInput, type RequestParts } from './client.ts'

/** Quotes a word for a POSIX shell: nothing inside single quotes is special but the quote itself. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * A request as a curl command. The token stays a variable, so that the text can be shared; double quotes let the shell
 * fill it in.
 */
export function curlText(parts: RequestParts, baseUrl: string): string {
  const lines = [
    `curl${parts.method === 'GET' ? '' : ` -X ${parts.method}`} ${shellQuote(baseUrl.replace(/\/$/, '') + parts.path)}`,
    `-H "Authorization: SSWS $GATEHOUSE_TOKEN"`,
  ]
  if (parts.body !== null)
    lines.push(`-H 'Content-Type: application/json'`, `-H 'Prefer: ${OWN_PREFERENCES}'`, `-d ${shellQuote(parts.body)}`)
  return lines.join(' \\\n  ')
}

/** The curl command of any call; `baseUrl` is the workspace's `url`. */
export function curlOf<Id extends OperationId>(id: Id, input: CallInput<Id>, baseUrl: string): string {
  return curlText(requestOf(id, input), baseUrl)
}

/** A first call to try a token, by its value or from the file that holds it; null where the reader has it already. */
export function tokenExample(
  token: { value: string } | { file: string } | null,
  baseUrl: string,
  asks: 'policies' | 'rights' = 'policies',
): string {
  const call =
    asks === 'rights'
      ? curlOf('getCallerRights', {}, baseUrl)
      : curlOf('listPolicies', { query: { type: 'SVC_SIGN_ON' } }, baseUrl)
  if (!token) return call
  const value = 'value' in token ? shellQuote(token.value) : `"$(cat ${shellQuote(token.file)})"`
  return `export GATEHOUSE_TOKEN=${value}\n${call}`
}
