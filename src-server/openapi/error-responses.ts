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
      const challenged = status === 403 && route.scope !== null
      const name = [status, ...codes, ...(challenged ? ['scope'] : [])].join('.')
      this.components[name] ??= challenged ? withChallenge(refusal(codes)) : refusal(codes)
      return [status, { $ref: `#/components/responses/${name}` }] as const
    })
    return {
      ...Object.fromEntries(byStatus),
      ...this.#toClients(route),
      default: { $ref: '#/components/responses/Error' },
    }
  }

  #toClients({ auth, method, responses }: Route): Json {
    if (auth !== 'client' || method !== 'POST') return {}
    const told = Object.entries(TO_CLIENTS).filter(([status]) => !Object.hasOwn(responses, status))
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

/** A token without the scope gets no body, but a header (spec/4 §3.5). */
function withChallenge({ description, content }: Json): Json {
  return {
    description: `${String(description)}. Without a body, the token does not have the scope.`,
    headers: {
      'WWW-Authenticate': {
        description: 'Only without a body: names the scope that is needed',
        schema: { type: 'string' },
      },
    },
    content,
  }
}
