import { summarize, type ErrorCode } from '#contract/interface/error-codes.ts'
import type { Route } from '#contract/interface/route.ts'
import { errorsOf } from '#contract/interface/route-errors.ts'

type Json = Record<string, unknown>

const ERROR = { $ref: '#/components/schemas/Error' }
const OAUTH_REFUSAL = { $ref: '#/components/schemas/OAuthRefusal' }

/** What the connection refuses before there is an operation: no HTTP, too long headers, a request that does not end. */
const ELSE = {
  description: 'Anything else that was refused; `errorCauses` says why.',
  content: { 'application/json': { schema: ERROR } },
}

/** The refusals of operations, as components that operations with the same ones share. */
export class ErrorResponses {
  readonly components: Record<string, Json> = { Error: ELSE }

  /** The refusals of one operation by status, and `default`. */
  of(route: Route): Json {
    const byStatus = [...errorsOf(route)].map(([status, codes]) => {
      const challenge = challengeOf(route, status)
      const name = [status, ...codes, ...(challenge ? ['challenge'] : [])].join('.')
      this.components[name] ??= challenge ? withChallenge(refusal(codes), challenge) : refusal(codes)
      return [status, { $ref: `#/components/responses/${name}` }] as const
    })
    return {
      ...Object.fromEntries(byStatus),
      ...this.#toClients(route),
      default: { $ref: '#/components/responses/Error' },
    }
  }

  #toClients({ auth, method, responses }: Route): Json {
    if (auth !== 'client') return {}
    const toThis = method === 'POST' ? TO_CLIENTS : { 400: TO_CLIENTS[400] }
    const told = Object.entries(toThis).filter(([status]) => !Object.hasOwn(responses, status))
    const byStatus = told.map(([status, description]) => {
      const name = `${status}.oauth`
      this.components[name] ??= { description, content: { 'application/json': { schema: OAUTH_REFUSAL } } }
      return [status, { $ref: `#/components/responses/${name}` }] as const
    })
    return Object.fromEntries(byStatus)
  }
}

/** What OAuth clients are told, by status. */
const TO_CLIENTS = {
  400: 'The request is not valid, or not granted; `error` says which.',
  401: 'The client is unknown, or did not prove that it is itself.',
} as const

function refusal(codes: readonly ErrorCode[]): Json {
  const schema = { allOf: [ERROR, { type: 'object', properties: { errorCode: { enum: codes } } }] }
  const description = codes.map((code) => `\`${code}\`: ${summarize(code)}`).join('; ')
  return { description, content: { 'application/json': { schema } } }
}

interface Challenge {
  without: string
  names: string
}

/** An access token that is refused gets no body, but a header (spec/4 §3.5). */
function challengeOf({ auth, scope }: Route, status: number): Challenge | null {
  if (status === 401 && auth === 'token')
    return { without: 'the access token is not valid, or no longer', names: 'what is wrong with the access token' }
  if (status === 403 && scope !== null)
    return { without: 'the token does not have the scope', names: 'the scope that is needed' }
  return null
}

function withChallenge({ description, content }: Json, { without, names }: Challenge): Json {
  return {
    description: `${String(description)}. Without a body, ${without}.`,
    headers: {
      'WWW-Authenticate': { description: `Only without a body: names ${names}`, schema: { type: 'string' } },
    },
    content,
  }
}
