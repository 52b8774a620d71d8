import type { Middleware } from 'koa'
import { permissionsOf } from '#contract/interface/permissions.ts'
import type { Permission } from '#contract/access/role-permissions.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { KINDS } from '#contract/kinds.ts'
import type { Principal } from '#audit-log/request-context.ts'
import { ALL_RIGHTS, NO_RIGHTS, reached, type LimitedKind, type Reach, type Rights } from '#audit-log/rights.ts'
import type { Logger } from '#server/log.ts'
import { CountedEvents } from '#operations/counted-events.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import type { Service } from '#operations/service.ts'
import { principalOf } from '#operations/tokens/token-principal.ts'
import { clientOf } from '../client.ts'
import type { RequestState } from '../context.ts'

interface Options {
  service: Service
  administrator: Principal
  log: Logger
}

/** The kind of object that limits of a role tell apart, by the area of a permission. */
const LIMITED_AREAS: Readonly<Record<string, LimitedKind>> = {
  'svc.users': 'user',
  'svc.groups': 'group',
  'svc.apps': 'app',
  'svc.appGrants': 'app',
}

const kindOf = (permission: Permission): LimitedKind | undefined => LIMITED_AREAS[permission.split('.', 2).join('.')]

/** Who reads the secrets of a client has its roles. What changes something is checked with the act itself. */
const READS_SECRETS: Permission = 'svc.apps.credentials.manage'

const KINDS_IN_PATHS = ['user', 'group', 'app'] as const

/**
 * Lets in who holds a role that permits the operation, and where the role is limited, only to what lies within its limits: what the
 * path names, each with what the area of the permission needs, all else as far as it can be read. Any other gets `E0000006`
 * (spec/4 §3.5) and leaves an event.
 */
export function requirePermission({ service, administrator, log }: Options): Middleware {
  const refused = new CountedEvents(service, (error) => log.error({ err: error }, 'a refusal could not be noted'))
  return async (ctx, next) => {
    const { rights = NO_RIGHTS, token, operation, requestId } = ctx.state as RequestState
    if (rights !== ALL_RIGHTS) {
      const lacking = await lackingPermission(service, operation.route, ctx.state as RequestState, rights)
      if (lacking !== null) {
        const contextOf = async () => ({
          principal: await principalOf(service.reader, token, administrator),
          client: clientOf(ctx),
          transaction: { type: 'WEB' as const, id: requestId },
          changeReason: null,
        })
        refused.note(`${token?.userId} ${operation.id}`, contextOf, {
          type: 'gatehouse.access.refuse',
          targets: [],
          outcome: { result: 'DENY', reason: `${operation.route.summary}: needs ${lacking}` },
          debugData: { operation: operation.id, permission: lacking },
        })
        throw new ApiError('E0000006', { causes: [{ errorSummary: causeOf(rights, lacking) }] })
      }
    }
    await next()
  }
}

function causeOf(rights: Rights, lacking: Permission): string {
  if (rights.roles.length === 0) return 'You hold no administrator role.'
  return rights.reach(lacking) === null
    ? `None of your administrator roles permits ${lacking}.`
    : `Your administrator roles permit ${lacking} only within limits, and this is not within them.`
}

/** @returns what the roles do not permit here; null where they permit all */
async function lackingPermission(
  service: Service,
  route: Route,
  { params, token }: Pick<RequestState, 'params' | 'token'>,
  rights: Rights,
): Promise<Permission | null> {
  const checked = new Set<LimitedKind>()
  const isReached = (kind: LimitedKind, reach: Reach) =>
    isWithin(service, kind, params[KINDS[kind].param] ?? '', reach, token?.userId ?? '')
  for (const permission of permissionsOf(route)) {
    const reach = rights.reach(permission)
    if (reach === null) return permission
    if (permission === READS_SECRETS && rights.isAbove('app', params['appId'] ?? '')) return permission
    if (reach === 'all') continue
    const kind = kindOf(permission)
    if (kind === undefined) return permission
    if (!(KINDS[kind].param in params)) {
      if (route.isLimitedByHandler !== true) return permission
      continue
    }
    checked.add(kind)
    if (!(await isReached(kind, reach))) return permission
  }
  for (const kind of KINDS_IN_PATHS) {
    if (checked.has(kind) || !(KINDS[kind].param in params)) continue
    const permission: Scope = `svc.${KINDS[kind].scope}.read`
    const reach = rights.reach(permission)
    if (reach === null || (reach !== 'all' && !(await isReached(kind, reach)))) return permission
  }
  return null
}

/** @throws what is not that it was not found */
function noneFound(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'E0000007') return undefined
  throw error
}

/** No for a person who does not exist: who may not see them is not told either. */
async function isWithin(
  service: Service,
  kind: LimitedKind,
  inPath: string,
  reach: Reach,
  me: string,
): Promise<boolean> {
  const { reader } = service
  const found = kind === 'user' ? await requireUser(reader, inPath === 'me' ? me : inPath).catch(noneFound) : null
  if (found === undefined) return false
  const id = found?.id ?? inPath
  return (await reader.first(`SELECT 1 WHERE ${reached(kind, '?1', reach)}`, [id])) !== undefined
}
