import { LIMITS } from '#contract/interface/limits.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { withoutSecrets } from '#operations/event-hooks/without-secrets.ts'
import type { Answer } from './exchange.ts'
import type { Failure, RemoteProblem } from './remote-error.ts'
import { headerOf } from './told-limits.ts'

/** By status: what a refusal means. The first that matches counts. */
const MEANINGS: readonly (readonly [(status: number) => boolean, RemoteProblem])[] = [
  [(status) => status === 401, 'REFUSED'],
  [(status) => status === 403, 'NOT_PERMITTED'],
  [(status) => status === 404 || status === 410, 'NOT_FOUND'],
  [(status) => status === 429, 'BUSY'],
  [(status) => status >= 500, 'FAILED'],
  [() => true, 'INVALID'],
]
/** What the interface answers with 401 to calls that the engine of the organization does not have: the token is as good as before. */
const NO_FEATURE = 'E0000015'
/** What it answers with 403 to a call without any token. */
const NO_TOKEN = 'E0000005'

/** What an answer that is no success means. @param secrets that it may repeat */
export function refusalOf({ status, headers, value }: Answer, secrets: readonly string[]): Failure {
  const body = isObject(value) ? value : {}
  const errorCode = textIn(body, 'errorCode') ?? textIn(body, 'error')
  const [, byStatus = 'INVALID'] = MEANINGS.find(([fits]) => fits(status)) ?? []
  const said = [errorCode, sentenceOf(body)].filter(Boolean).join(': ')
  const clean = secrets.reduce((text, secret) => withoutSecrets(text, { authValue: secret, headerValues: [] }), said)
  const why = clean === '' ? '' : ` (${clean.replaceAll(/\s+/g, ' ').slice(0, LIMITS.remoteExcerptLength)})`
  return {
    problem: problemOf(byStatus, { status, errorCode, headers }),
    why: `answered ${status}${why}`,
    status,
    errorCode,
  }
}

function problemOf(
  byStatus: RemoteProblem,
  { status, errorCode, headers }: Pick<Answer, 'status' | 'headers'> & { errorCode: string | null },
): RemoteProblem {
  if (status === 401 && errorCode === NO_FEATURE) return 'NOT_PERMITTED'
  if (status === 403 && errorCode === NO_TOKEN) return 'REFUSED'
  // Told by the interface itself, or with a time to come again, it was refused before anything was done.
  if (status === 503 && (errorCode !== null || headerOf(headers, 'retry-after') !== null)) return 'BUSY'
  return byStatus
}

function sentenceOf(body: Record<string, unknown>): string {
  const causes = Array.isArray(body['errorCauses']) ? (body['errorCauses'] as unknown[]) : []
  const told = causes.flatMap((cause) => (isObject(cause) ? (textIn(cause, 'errorSummary') ?? []) : []))
  const summary = textIn(body, 'errorSummary') ?? textIn(body, 'error_description') ?? ''
  return [summary, ...told].filter(Boolean).join('; ').replace(/\.+$/, '')
}

function textIn(body: Record<string, unknown>, key: string): string | null {
  const text = body[key]
  return typeof text === 'string' && text !== '' ? text : null
}
