import type { Middleware } from 'koa'
import { STRICT_HANDLING } from '#contract/interface/lenience.ts'
import type { RequestState } from '../context.ts'

/**
 * The value of a preference in a `Prefer` header (RFC 7240 §2), the first where it is there twice, without quotes; undefined where it is
 * not there. Parameters of a preference are none of ours.
 */
export function preferenceIn(header: string, name: string): string | undefined {
  for (const text of header.split(',')) {
    const [preference = ''] = text.split(';', 1)
    const [found = '', ...value] = preference.split('=')
    if (found.trim().toLowerCase() === name) return value.join('=').trim().replaceAll('"', '')
  }
  return undefined
}

/**
 * Honours `Prefer: handling=strict` (RFC 7240 §4.4): unknown keys of a body are refused, and refusals say where
 * (spec/5 decision 2). Without it, or with any other value, bodies are read leniently.
 */
export const preferences: Middleware = (ctx, next) => {
  const header = ctx.get('Prefer')
  const isStrict = header !== '' && preferenceIn(header, 'handling')?.toLowerCase() === 'strict'
  ;(ctx.state as RequestState).strictHandling = isStrict
  if (isStrict) ctx.set('Preference-Applied', STRICT_HANDLING)
  return next()
}
