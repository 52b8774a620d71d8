import type { Context } from 'koa'
import type { VocabularyEdge } from '#vocabulary/edge.ts'
import { isScope } from '#vocabulary/texts.ts'

/** Scopes in a text, one space between two; those of a person's own authorization server stay. */
const each = (text: string, translate: (scope: string) => string) => text.split(' ').map(translate).join(' ')

/** Puts our words in place of the scopes that a request names, in its form or its query. */
export function readScopes(ctx: Context, edge: VocabularyEdge): void {
  const inner = (scope: string) => (isScope(edge.inner(scope)) ? edge.inner(scope) : scope)
  const form = ctx.request.body as Record<string, unknown> | undefined
  if (typeof form?.['scope'] === 'string') ctx.request.body = { ...form, scope: each(form['scope'], inner) }
  const query = new URLSearchParams(ctx.querystring)
  const scope = query.get('scope')
  if (scope === null) return
  query.set('scope', each(scope, inner))
  ctx.querystring = query.toString()
}

const FIELDS = ['scope', 'scopes_supported'] as const

/** The scopes that a reply names, in the words of the vocabulary. */
export function outerScopes(ctx: Context, edge: VocabularyEdge): void {
  const body: unknown = typeof ctx.body === 'string' ? parsed(ctx.body) : ctx.body
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || Array.isArray(body)) return
  const outer = (scope: string) => (isScope(scope) ? edge.outer(scope) : scope)
  const changed: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const held = (body as Record<string, unknown>)[field]
    if (typeof held === 'string') changed[field] = each(held, outer)
    if (Array.isArray(held)) changed[field] = held.map((scope) => (typeof scope === 'string' ? outer(scope) : scope))
  }
  const why = (body as Record<string, unknown>)['error_description']
  // A sentence that may name scopes.
  if (typeof why === 'string') changed['error_description'] = why.replaceAll(/[\w.]*\w/g, outer)
  if (Object.keys(changed).length === 0) return
  const [status, type] = [ctx.status, ctx.response.type]
  ctx.body = { ...body, ...changed }
  ctx.status = status
  ctx.type = type
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
