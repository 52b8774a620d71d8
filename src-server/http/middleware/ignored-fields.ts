import type { Context } from 'koa'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestState } from '../context.ts'

/**
 * Names what was ignored of a request's body in `X-Ignored-Fields` (spec/5 decision 2), each percent-encoded, as many as have room,
 * and in the log at debug level.
 */
export function tellIgnored(ctx: Context, names: readonly string[]): void {
  if (names.length === 0) return
  const header = ignoredHeader(names)
  if (header) ctx.set('X-Ignored-Fields', header)
  const { log, requestId } = ctx.state as RequestState
  const shown = names.slice(0, LIMITS.ignoredFields).map((name) => name.slice(0, LIMITS.ignoredHeaderBytes))
  log.debug({ requestId, method: ctx.method, path: ctx.path, ignored: shown, count: names.length }, 'ignored fields')
}

/** A name that is too long to be there at all gives its place to the next. */
function ignoredHeader(names: readonly string[]): string {
  let header = ''
  let count = 0
  for (const name of names) {
    if (count === LIMITS.ignoredFields) break
    if (name.length > LIMITS.ignoredHeaderBytes) continue
    const next = `${header}${header && ', '}${encodeURIComponent(name)}`
    if (next.length > LIMITS.ignoredHeaderBytes) continue
    header = next
    count += 1
  }
  return header
}
