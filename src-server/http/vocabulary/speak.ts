import type { Context, Middleware } from 'koa'
import { errorBodySchema } from '#contract/interface/error-body.ts'
import { edgeOf, type VocabularyEdge } from '#vocabulary/edge.ts'
import type { Service } from '#operations/service/service.ts'
import type { RequestState } from '../context.ts'
import { isInOwnWords } from '../middleware/preferences.ts'
import { outerScopes, readScopes } from './scopes.ts'

/**
 * Lets clients speak the vocabulary of the workspace: path, headers, form fields and refusals are translated here, bodies and parameters by
 * the guards, which know the route. Without a vocabulary nothing is called; a request with `Prefer: vocabulary=svc` speaks our words.
 */
export function speakVocabulary({ vocabulary }: Pick<Service, 'vocabulary'>): Middleware {
  return (ctx, next) => {
    const { current } = vocabulary
    if (current === null || isInOwnWords(ctx.get('Prefer'))) return next()
    return speak(ctx, next, edgeOf(current))
  }
}

async function speak(ctx: Context, next: () => Promise<unknown>, edge: VocabularyEdge): Promise<void> {
  const path = edge.innerPath(ctx.path)
  ctx.state['vocabulary'] = edge
  translateContentType(ctx, edge)
  if (path !== null) ctx.path = path
  else ctx.state['isOurPath'] = true
  await next()
  const { operation } = ctx.state as Partial<RequestState>
  const said = ctx.status >= 400 ? errorBodySchema.safeParse(ctx.body) : undefined
  if (said?.success) ctx.body = edge.refusal(said.data, requestText(ctx))
  else if (operation?.route.auth === 'client' || isWellKnown(ctx.path)) outerScopes(ctx, edge)
  translateHeaders(ctx, edge)
}

const isWellKnown = (path: string) => path.includes('/.well-known/')

/** What a person may have typed: the address and the body as they came. */
const requestText = (ctx: Context) =>
  `${decodeURIComponentSafely(ctx.originalUrl)} ${JSON.stringify(ctx.request.body ?? '')}`

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Of the media type, a parameter with our word says what to leave out. */
function translateContentType(ctx: Context, edge: VocabularyEdge): void {
  const type = ctx.get('Content-Type')
  const ours = type.replaceAll(/[\w-]+(?==)/g, (name) => edge.inner(name))
  if (ours !== type) ctx.req.headers['content-type'] = ours
}

/** Names of headers that hold our word. */
function translateHeaders(ctx: Context, edge: VocabularyEdge): void {
  for (const [name, value] of Object.entries(ctx.response.headers)) {
    const other = edge.outer(name)
    if (other === name || value === undefined) continue
    ctx.remove(name)
    ctx.set(other, value as string)
  }
}

/** Before the endpoints of OAuth: scopes of the form or the query in our words. */
export const readScopesIn: Middleware = (ctx, next) => {
  const { vocabulary } = ctx.state as Partial<RequestState>
  if (vocabulary) readScopes(ctx, vocabulary)
  return next()
}
