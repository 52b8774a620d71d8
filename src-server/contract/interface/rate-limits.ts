/**
 * Buckets that requests count against (spec/4 §3.4). `service` are Gatehouse's own operations and pages, which the
 * interface that they belong to does not limit.
 */
export type RateLimitClass =
  | 'apps.list'
  | 'apps.one'
  | 'groups.list'
  | 'groups.one'
  | 'users.list'
  | 'users.one'
  | 'users.write'
  | 'logs'
  | 'bounces'
  | 'clients'
  | 'other'
  | 'service'

/** By method and path; the first that matches counts. */
const CLASSES: readonly (readonly [RegExp, RateLimitClass])[] = [
  [/^GET \/api\/v1\/apps$/, 'apps.list'],
  [/^GET \/api\/v1\/apps\/\{\w+\}$/, 'apps.one'],
  [/^GET \/api\/v1\/groups$/, 'groups.list'],
  [/^GET \/api\/v1\/groups\/\{\w+\}$/, 'groups.one'],
  [/^(GET|POST) \/api\/v1\/users$/, 'users.list'],
  [/^GET \/api\/v1\/users\/\{\w+\}$/, 'users.one'],
  [/^(POST|PUT|PATCH|DELETE) \/api\/v1\/users\//, 'users.write'],
  [/^GET \/api\/v1\/logs$/, 'logs'],
  [/^\w+ \/api\/v1\/org\/email\/bounces\//, 'bounces'],
  [/^\w+ \/oauth2\/v1\/clients/, 'clients'],
  [/^\w+ \/(api|oauth2)\//, 'other'],
]

/** The bucket of a route: its own, or that of its method and path. */
export function rateLimitClassOf({
  method,
  path,
  rateLimit,
}: {
  method: string
  path: string
  rateLimit?: RateLimitClass | undefined
}): RateLimitClass {
  return rateLimit ?? CLASSES.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 'service'
}
