import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { OWN_PREFERENCES } from '#contract/interface/lenience.ts'
import { parseLinks } from '#contract/interface/link-header.ts'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import { errorBodySchema, type ErrorBody } from '#contract/interface/error-body.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { draftPath } from '#contract/gatehouse/draft.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Item, ListOperation, Page, Reply } from '#contract/routes/lists.ts'

/** What a call sends, as it goes over the network. */
interface Sent {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}

/** The interface of a running service, by the route table. */
export interface ServiceCaller {
  /** @throws Refused with what the service says; UserFacingError where it does not answer; what the signal was aborted with */
  call<Id extends OperationId>(id: Id, sent?: Sent): Promise<Reply<Id>>
  /** One page of a list. @throws as {@link call} */
  page<Id extends ListOperation>(id: Id, sent?: Sent): Promise<Page<Item<Id>>>
}

/** A request that the service has refused. */
export class Refused extends Error {
  readonly body: ErrorBody

  constructor(body: ErrorBody) {
    super(body.errorSummary)
    this.name = 'Refused'
    this.body = body
  }
}

/** One of several steps was refused; those before it are done. */
export class StepRefused extends Refused {
  readonly step: number

  constructor(body: ErrorBody, step: number) {
    const at = `steps[${step}]`
    const errorCauses = body.errorCauses.map((cause) => ({
      ...cause,
      ...(cause.location !== undefined && { location: `${at}.${cause.locationType ?? 'body'}.${cause.location}` }),
    }))
    super({ ...body, errorCauses })
    this.step = step
  }
}

interface Target {
  /** Without a slash at its end. */
  url: string
  token: string
  version: string
}

/** Of a draft, or of the workspace; what the signal aborts ends at once. */
interface Which {
  draft?: string | undefined
  signal: AbortSignal
}

/** @throws ApiError E0000001 for a value that addresses read as a step upwards, so that another operation would be called */
function assertPlain(params: object = {}): void {
  for (const [name, value] of Object.entries(params))
    if (/^\.{1,2}$/.test(String(value))) throw invalid(name, 'must be an identifier')
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > LIMITS.assistantReplyBytes) throw new UserFacingError('The service has answered with too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** A refusal; one without a body of the interface, such as that of a proxy, is told by its status. */
function refusalOf({ status }: Response, value: unknown): Error {
  const body = errorBodySchema.safeParse(value)
  return body.success ? new Refused(body.data) : new UserFacingError(`The service has answered with status ${status}.`)
}

/** Calls a service with a token, in our words. */
export function serviceClient({ url, token, version }: Target) {
  const send = async (id: OperationId, { params, query, body }: Sent, { draft, signal }: Which) => {
    const route = ROUTES[id] as unknown as Route
    assertPlain(params)
    const base = draft === undefined ? url : url + draftPath(draft)
    const address =
      base + buildPath(route.path, params as Record<string, unknown>) + buildQuery(query as Record<string, unknown>)
    const headers = {
      ...{ Accept: 'application/json', Prefer: OWN_PREFERENCES, Authorization: `SSWS ${token}` },
      'User-Agent': `Gatehouse/${version} (assistant)`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    }
    const both = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.assistantCallMs)])
    const sent = { method: route.method, headers, signal: both, redirect: 'error' as const }
    try {
      const response = await fetch(address, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
      const value = parsed(await textOf(response))
      if (!response.ok) throw refusalOf(response, value)
      return { value, link: response.headers.get('Link') }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refused || error instanceof UserFacingError) throw error
      throw new UserFacingError(`The service at ${url} does not answer.`)
    }
  }
  return (which: Which): ServiceCaller => ({
    call: async (id, sent = {}) => (await send(id, sent, which)).value as never,
    page: async (id, sent = {}) => {
      const { value, link } = await send(id, sent, which)
      const { next } = parseLinks(link)
      return { items: value as never, next: next === undefined ? null : new URL(next, url).searchParams.get('after') }
    },
  })
}

/** Calls of the workspace, or of a draft of it. */
export type ServiceClient = ReturnType<typeof serviceClient>
