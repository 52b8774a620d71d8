import type { Context, Middleware } from 'koa'
import { draftPathIn } from '#contract/gatehouse/draft.ts'
import { isInterface } from '#http/match-route.ts'
import type { OpenDraft } from './open-draft.ts'
import type { RunningDraftHost } from './draft-host.ts'

/**
 * Answers what is below the path of a draft, as the draft itself. What is below the path of one that is unknown or cannot be opened goes on: to the
 * page, which is the same and says so, or to a refusal.
 */
export function serveDrafts(host: Pick<RunningDraftHost, 'serve'>): Middleware {
  return async (ctx, next) => {
    const path = draftPathIn(ctx.path)
    const id = path.slice(path.lastIndexOf('/') + 1)
    if (!path) return next()
    try {
      if (await host.serve(id, (open) => pass(ctx, path, open))) return
    } catch (error) {
      if (isInterface(ctx.path)) throw error
    }
    return next()
  }
}

/** Resolves once the reply is sent, or the client has given up, which it may have done while the draft was opened. */
function pass(ctx: Context, path: string, { answer }: OpenDraft): Promise<void> {
  const { req, res } = ctx
  ctx.respond = false
  if (res.destroyed) return Promise.resolve()
  req.url = ctx.url.replace(path, '') || '/'
  return new Promise((resolve) => {
    res.once('close', resolve)
    answer(req, res)
  })
}
