import type { Context, Middleware, Next } from 'koa'
import { LIMITED_KINDS, limitedKindOf, permissionsOf, type LimitedKind } from '#contract/interface/permissions.ts'
import type { Permission } from '#contract/access/role-permissions.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { KINDS } from '#contract/kinds.ts'
import { NO_RIGHTS, type Rights } from '#audit-log/rights.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { Logger } from '#server/log.ts'
import { CountedEvents } from '#operations/service/counted-events.ts'
import { clientWithId } from '#operations/apps/clients.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import { isWithin } from '#operations/service/within-limits.ts'
import type { Service } from '#operations/service/service.ts'
import { principalOf } from '#operations/tokens/token-principal.ts'
import { clientOf } from '../client.ts'
import type { RequestState } from '../context.ts'

interface Options {
  service: Service
  log: Logger
}

/** Who reads the secrets of a client has its roles. What changes something is checked with the act itself. */
const READS_SECRETS: Permission = 'svc.apps.credentials.manage'

/**
 * Lets in who holds a role that permits the operation, and where the role is limited, only to what lies within its limits: what the
 * path names, each with what the area of the permission needs, all else as far as it can be read. Any other gets `E0000006`
 * (spec/4 §3.5) and leaves an event.
 */
export function requirePermission({ service, log }: Options): Middleware {
  const refused = new CountedEvents(service, (error) => log.error({ err: error }, 'a refusal could not be noted'))
  const refuse = (ctx: Context, rights: Rights, lacking: Permission): never => {
    const { token, operation, requestId } = ctx.state as RequestState
    const contextOf = async () => ({
      principal: await principalOf(service, token),
      client: clientOf(ctx),
      transaction: { type: 'WEB' as const, id: requestId },
      changeReason: null,
    })
    refused.note(`${token?.holder.id} ${operation.id}`, contextOf, {
      type: 'gatehouse.access.refuse',
      targets: [],
      outcome: { result: 'DENY', reason: `${operation.route.summary}: needs ${lacking}` },
      debugData: { operation: operation.id, permission: lacking },
    })
    throw new ApiError('E0000006', { causes: [{ errorSummary: causeOf(rights, lacking) }] })
  }
  const check = async (ctx: Context, next: Next, rights: Rights): Promise<unknown> => {
    const state = ctx.state as RequestState
    const lacking = await lackingPermission(service, state.operation.route, state, rights)
    return lacking === null ? next() : refuse(ctx, rights, lacking)
  }
  return (ctx, next) => {
    const { rights = NO_RIGHTS, operation } = ctx.state as RequestState
    return rights.roles.includes('SUPER_ADMIN') || isPermittedWholly(rights, operation.route)
      ? next()
      : check(ctx, next, rights)
  }
}

function causeOf(rights: Rights, lacking: Permission): string {
  if (rights.roles.length === 0) return 'You hold no administrator role.'
  return rights.reach(lacking) === null
    ? `None of your administrator roles permits ${lacking}.`
    : `Your administrator roles permit ${lacking} only within limits, and this is not within them.`
}

/** Whether the roles permit an operation whatever it is about, so that nothing has to be looked up. */
function isPermittedWholly(rights: Rights, route: Route): boolean {
  const named = LIMITED_KINDS.filter((kind) => route.path.includes(`{${KINDS[kind].param}}`))
  const needed: Permission[] = [...permissionsOf(route), ...named.map((kind) => readingOf(kind))]
  return needed.every((permission) => permission !== READS_SECRETS && rights.reach(permission) === 'all')
}

/** What must be permitted of an object before something is done to what lies below it. */
const readingOf = (kind: LimitedKind): Scope => `svc.${KINDS[kind].scope}.read`

/** @returns what the roles do not permit here; null where they permit all */
async function lackingPermission(
  { reader }: Service,
  route: Route,
  { params, token }: Pick<RequestState, 'params' | 'token'>,
  rights: Rights,
): Promise<Permission | null> {
  const isNamed = (kind: LimitedKind) => KINDS[kind].param in params
  // A client is the application that it is. WHY only for what is done to it: below others it says whose tokens are asked for.
  const isMeant = (kind: LimitedKind) => isNamed(kind) || (kind === 'app' && KINDS.client.param in params)
  const isReached = async (kind: LimitedKind, permission: Permission) =>
    rights.reach(permission) === 'all' ||
    isWithin(
      { rights, first: reader.first },
      kind,
      await idIn(reader, kind, params, token?.holder.id ?? ''),
      permission,
    )
  const checked = new Set<LimitedKind>()
  for (const permission of permissionsOf(route)) {
    const reach = rights.reach(permission)
    if (reach === null) return permission
    if (permission === READS_SECRETS && rights.isAbove('app', await appIn(reader, params))) return permission
    if (reach === 'all') continue
    const kind = limitedKindOf(permission)
    if (kind === undefined) return permission
    if (isMeant(kind)) {
      checked.add(kind)
      if (!(await isReached(kind, permission))) return permission
    } else if (route.isLimitedByHandler !== true) return permission
  }
  for (const kind of LIMITED_KINDS) {
    if (isNamed(kind) && !checked.has(kind) && !(await isReached(kind, readingOf(kind)))) return readingOf(kind)
  }
  return null
}

/** The application that a path names, by its own id or as a client. */
async function appIn(reader: Reader, params: Readonly<Record<string, string>>): Promise<string> {
  const appId = params[KINDS.app.param]
  const clientId = params[KINDS.client.param]
  if (appId !== undefined || clientId === undefined) return appId ?? ''
  return (await clientWithId(reader, clientId))?.id ?? ''
}

/** What a path names, by id. Somebody who does not exist is within no limits: who may not see people is not told that either. */
async function idIn(
  reader: Reader,
  kind: LimitedKind,
  params: Readonly<Record<string, string>>,
  me: string,
): Promise<string> {
  if (kind === 'app') return appIn(reader, params)
  const inPath = params[KINDS[kind].param] ?? ''
  if (kind !== 'user') return inPath
  if (inPath === 'me') return me
  const found = await requireUser(reader, inPath).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'E0000007') return null
    throw error
  })
  return found?.id ?? inPath
}
