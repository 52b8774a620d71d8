import type { Headers } from './told-limits.ts'
import type { RemoteProblem } from './remote-error.ts'

/** The head of an answer. */
export interface Head {
  status: number
  headers: Headers
}

/** One try of a request that came to no readable answer. */
export class ExchangeFailure extends Error {
  readonly problem: RemoteProblem
  /** What came before it failed. */
  head: Head | null = null
  bytes = 0

  /** @param why in one clause */
  constructor(problem: RemoteProblem, why: string) {
    super(why)
    this.problem = problem
  }
}

/** By the codes of Node and undici: why no connection came about. */
const NOT_CONNECTED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network leads there',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
}

/** By the codes of Node, OpenSSL and undici: what else of the network ends a request, in one clause. */
const NETWORK: readonly (readonly [RegExp, RemoteProblem, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'CERTIFICATE', 'has a certificate that has expired, or the clock of this machine is wrong'],
  [
    /^CERT_NOT_YET_VALID$/,
    'CERTIFICATE',
    'has a certificate that is not valid yet, or the clock of this machine is wrong',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'CERTIFICATE', 'has a certificate for another name'],
  [
    /CERT|^(UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/,
    'CERTIFICATE',
    'has a certificate that is not trusted',
  ],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, 'CERTIFICATE', 'does not speak TLS as it should'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'TIMEOUT', 'did not answer in time'],
  [/^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/, 'TOO_LONG', 'answered with headers that are too long'],
  [/^HPE_|^HTTPParserError$/, 'NOT_JSON', 'answered with something that is not HTTP'],
  [/^(UND_ERR_(DESTROYED|CLOSED))$/, 'CLOSED', 'was ended, because the connection was changed or the program ends'],
]

/** What is not in the table: the connection ended before the answer did. */
const CUT = 'was cut off before the answer was complete'

/** What an error of the network means. */
export function failureOf(error: unknown): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error
  const code = codeOf(error)
  const reason = NOT_CONNECTED[code]
  if (reason !== undefined) return new ExchangeFailure('NOT_CONNECTED', `does not answer: ${reason}`)
  const row = NETWORK.find(([pattern]) => pattern.test(code))
  const [, problem = 'CUT', why = CUT] = row ?? []
  return new ExchangeFailure(problem, code ? `${why} (${code})` : why)
}

function codeOf(error: unknown): string {
  // Of several addresses that were tried, the first tells as much as the others.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  const { code, cause, name } = (first ?? {}) as { code?: unknown; cause?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  // The parser of undici tells by its name alone.
  if (name === 'HTTPParserError') return name
  return cause === undefined ? '' : codeOf(cause)
}
