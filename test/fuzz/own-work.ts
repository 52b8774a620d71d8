import type { Operation } from './document.ts'
import type { WireReply, WireRequest } from './send.ts'

const TOKENS = '/api/v1/api-tokens/'
const LIMITS = '/gatehouse/v1/rate-limits'
const VOCABULARY = '/gatehouse/v1/vocabulary'
const SIGN_IN = '/gatehouse/v1/sign-in'

/**
 * Keeps the run from ending itself: from revoking the token that it works with, in whose place another one is revoked that it made,
 * from switching on rate limits, which would refuse nearly all that comes after, from switching off what people sign in by, from speaking
 * other words than the document's, and from taking the owner of its token away, who is told apart by their id.
 */
export class OwnWork {
  #id: string | null = null
  #spare: string | null = null
  readonly #owner: string

  /** @param owner the id of the person whose token it works with */
  constructor(owner: string) {
    this.#owner = owner
  }

  /** The request as it may be sent. */
  guard(request: WireRequest, path: string): WireRequest {
    const named = plain(path)
    if (request.method === 'PUT' && named === LIMITS) return { ...request, body: JSON.stringify({ enabled: false }) }
    if (request.method === 'PUT' && named === SIGN_IN) return { ...request, body: JSON.stringify({ enabled: true }) }
    if (request.method === 'PUT' && named === VOCABULARY)
      return { ...request, body: JSON.stringify({ vocabulary: null }) }
    const isEnding = request.method === 'DELETE' || named.includes('/lifecycle/')
    if (isEnding && this.#owner && named.includes(this.#owner)) return { ...request, target: `${TOKENS}own` }
    if (request.method !== 'DELETE' || !named.startsWith(TOKENS)) return request
    const id = named.slice(TOKENS.length)
    if (id === 'current') {
      const Authorization = `SSWS ${this.#spare ?? 'none'}`
      this.#spare = null
      return { ...request, headers: { ...request.headers, Authorization } }
    }
    return id === this.#id || this.#id === null ? { ...request, target: `${TOKENS}own` } : request
  }

  /** Learns which token is its own, and a spare one, from what was answered. */
  learn({ id }: Operation, { text }: WireReply): void {
    if (id === 'createApiToken') this.#spare = (JSON.parse(text) as { token: string }).token
    if (id !== 'listApiTokenDetails') return
    const tokens = JSON.parse(text) as { id: string; isCurrent: boolean }[]
    this.#id = tokens.find(({ isCurrent }) => isCurrent)?.id ?? this.#id
  }
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
