import { isUtf8 } from 'node:buffer'
import type { Middleware } from 'koa'
import { CHANGE_REASON } from '#contract/interface/change-reason.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestState } from '../context.ts'

const ENCODED = /%[0-9a-f]{2}/i
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Reads why something is changed, once for the whole request. The text comes percent-encoded, or plain in Latin letters or UTF-8; an
 * empty one is none. Requests that only read have none.
 * @throws ApiError E0000001 for control characters, and beyond `LIMITS.changeReasonLength`
 */
export const changeReason: Middleware = (ctx, next) => {
  const state = ctx.state as RequestState
  const header = ctx.method === 'GET' ? '' : ctx.get(CHANGE_REASON)
  state.changeReason = header === '' ? null : readReason(header)
  return next()
}

function readReason(header: string): string | null {
  const reason = decode(header).trim()
  if (CONTROL.test(reason)) throw refused('must not hold control characters or line breaks')
  if (reason.length > LIMITS.changeReasonLength)
    throw refused(`must have at most ${LIMITS.changeReasonLength} characters`)
  return reason === '' ? null : reason
}

/** WHY bytes: Node reads each byte of a header as a Latin letter, whatever it was meant to be. */
function decode(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : header
  if (!ENCODED.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Plain text with a percent sign in it.
    return text
  }
}

const refused = (why: string) => invalid(CHANGE_REASON, why, 'header')
