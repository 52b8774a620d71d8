import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { ApiDocument, Operation } from './document.ts'
import type { WireReply, WireRequest } from './send.ts'

/** What paths and methods outside the document may answer, in the body of errors. */
const OUTSIDE = new Set([400, 401, 403, 404, 405, 413, 414, 415, 431])
const ERROR = '#/components/schemas/Error'
/** Pages that people come to on their way, which no document names. */
const PAGES = /^\/oauth2\/([^/]+\/)?v1\/(authorize|device|sign-in)(\/[^/]+)?$/

/** Holds replies to the document. */
export class ReplyChecks {
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: ApiDocument) {
    // WHY not strict: the document's own keywords (`x-scope`, `example`) are no business of the checker.
    this.#ajv = new Ajv2020({ strict: false, discriminator: false })
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'document', ...document.json })
  }

  /**
   * What is wrong with a reply, in one line; null for nothing.
   * @param operation undefined where the document has none for the request
   */
  faultOf(operation: Operation | undefined, { method, target }: WireRequest, reply: WireReply): string | null {
    const { status } = reply
    const declared = operation?.replies.get(status)
    if (status >= 500 && !(status === 501 && declared)) return `status ${status}: ${reply.text.slice(0, 300)}`
    if (!operation) {
      if (PAGES.test(target.split('?', 1)[0] as string) && status < 500) return null
      if (!OUTSIDE.has(status)) return `status ${status} outside the document`
      return method === 'HEAD' ? null : this.#fits(reply, ERROR)
    }
    if (!declared) return `status ${status} is not documented: ${reply.text.slice(0, 300)}`
    if (method === 'HEAD') return reply.text === '' ? null : 'a body in reply to HEAD'
    if ((status === 401 || status === 403) && reply.text === '' && declared.size > 0)
      return operation.challenges.has(status) && reply.headers['www-authenticate']
        ? null
        : 'an empty refusal without a challenge'
    if (declared.size === 0) return reply.text === '' ? null : `status ${status} with a body`
    const type = String(reply.headers['content-type'] ?? '').split(';')[0] as string
    const place = declared.get(type)
    if (place === undefined) return `content type ${type || 'none'} is not documented for ${status}`
    return place === '' ? null : this.#fits(reply, place)
  }

  #fits(reply: WireReply, place: string): string | null {
    let body: unknown
    try {
      body = JSON.parse(reply.text)
    } catch {
      return `status ${reply.status}: no JSON: ${reply.text.slice(0, 100)}`
    }
    const validate = this.#validator(place)
    if (validate(body)) return null
    const told = (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `${instancePath} ${message}`)
    return `status ${reply.status}: the body breaks its schema: ${told.join('; ')}`
  }

  #validator(place: string): ValidateFunction {
    const known = this.#compiled.get(place)
    if (known) return known
    const made = this.#ajv.compile({ $ref: `document${place}` })
    this.#compiled.set(place, made)
    return made
  }
}
