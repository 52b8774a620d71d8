import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Middleware, Next } from 'koa'
import type { Fault } from '#contract/gatehouse/faults.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import type { Service } from '#operations/service/service.ts'
import { isInOwnWords } from '../middleware/preferences.ts'
import { tellRateLimit } from '../rate-limit-headers.ts'
import { changeObject } from './change-object.ts'
import { cutBody } from './cut-body.ts'

type Meet<Type extends Fault['type']> = (
  ctx: Context,
  next: Next,
  fault: Extract<Fault, { type: Type }>,
  service: Pick<Service, 'url'>,
) => unknown

const MEET: { readonly [Type in Fault['type']]: Meet<Type> } = {
  STATUS: (ctx, _, fault) => refuse(ctx, fault),
  SLOW: async (ctx, next, { seconds }) => {
    if (await isThereAfter(ctx, seconds)) await next()
  },
  CUT: async (ctx, next, { bytes }) => {
    await next()
    cutBody(ctx, bytes)
  },
  CHANGED: async (ctx, next, _, service) => {
    await changeObject(ctx, service)
    await next()
  },
  REPEATED_PAGE: async (ctx, next) => {
    await next()
    repeatPage(ctx)
  },
}

/** Lets requests of clients meet the faults of the plan, while there is one. Our own programs, such as the page, are spared. */
export function applyFaults(service: Pick<Service, 'faults' | 'url'>): Middleware {
  return (ctx, next) => {
    const { current } = service.faults
    if (!current || !isPublicInterface(ctx.path) || isInOwnWords(ctx.get('Prefer'))) return next()
    const fault = current.draw(ctx.method, ctx.path)
    return fault ? (MEET[fault.type] as Meet<Fault['type']>)(ctx, next, fault, service) : next()
  }
}

/** Waits, unless the client leaves or the service stops. @returns whether there is still somebody to answer */
async function isThereAfter({ res }: Context, seconds: number): Promise<boolean> {
  const left = new AbortController()
  const leave = () => left.abort()
  res.once('close', leave)
  const isThere = await sleep(seconds * 1_000, true, { signal: left.signal }).catch(() => false)
  res.off('close', leave)
  return isThere
}

const CODES = { 429: 'E0000047', 500: 'E0000009', 503: 'E0000010' } as const
const LIMIT = 600

function refuse(ctx: Context, { status, retryAfterSeconds }: Extract<Fault, { type: 'STATUS' }>): never {
  if (retryAfterSeconds !== undefined && status !== 500) {
    if (status === 429) tellRateLimit(ctx, LIMIT, { used: LIMIT, resetsInMs: retryAfterSeconds * 1_000 })
    ctx.set('Retry-After', String(retryAfterSeconds))
  }
  throw new ApiError(CODES[status])
}

const NEXT = /<[^>]*>(?=;\s*rel="?next)/
const SELF = /<([^>]*)>(?=;\s*rel="?self)/

/** Has the link to the next page lead to the same page again. */
function repeatPage(ctx: Context): void {
  const links = [ctx.response.get('Link')].flat().join(', ')
  const [self] = SELF.exec(links) ?? []
  if (self) ctx.set('Link', links.replace(NEXT, self))
}
