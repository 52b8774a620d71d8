import type { Middleware } from 'koa'
import { STRICT_HANDLING } from '#contract/interface/lenience.ts'
import { OWN_VOCABULARY } from '#contract/vocabulary/vocabulary.ts'
import type { RequestState } from '../context.ts'

/**
 * The value of a preference in a `Prefer` header (RFC 7240 §2), the first where it is there twice, without quotes; undefined where it is
 * not there. Parameters of a preference are none of ours.
 */
function preferenceIn(header: string, name: string): string | undefined {
  for (const text of header.split(',')) {
    const [preference = ''] = text.split(';', 1)
    const [found = '', ...value] = preference.split('=')
    if (found.trim().toLowerCase() === name) return value.join('=').trim().replaceAll('"', '')
  }
  return undefined
}

/** Whether a request is in our own words, as those of our programs are, whatever its workspace speaks with others. */
export const isInOwnWords = (header: string): boolean => preferenceIn(header, 'vocabulary') === OWN_VOCABULARY

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
