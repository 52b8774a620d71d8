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

/** What limits a request: a bucket, or all calls of the interface together. */
export type RateLimitBucket = Exclude<RateLimitClass, 'service'> | 'all'

/** Requests in a minute, for the whole organization (spec/4 §3.4, the lower of the two figures). */
export const RATE_LIMITS: Readonly<Record<RateLimitBucket, { label: string; perMinute: number }>> = {
  'apps.list': { label: 'List applications', perMinute: 100 },
  'apps.one': { label: 'Read an application', perMinute: 500 },
  'groups.list': { label: 'List groups', perMinute: 500 },
  'groups.one': { label: 'Read a group', perMinute: 600 },
  'users.list': { label: 'List and create people', perMinute: 600 },
  'users.one': { label: 'Read a person', perMinute: 1_000 },
  'users.write': { label: 'Change people', perMinute: 600 },
  logs: { label: 'Audit log', perMinute: 50 },
  bounces: { label: 'Remove bounced addresses', perMinute: 60 },
  clients: { label: 'OAuth clients', perMinute: 100 },
  other: { label: 'Everything else', perMinute: 600 },
  all: { label: 'All calls', perMinute: 5_200 },
}

/** What one API token may take of a bucket. */
export const TOKEN_SHARE = 0.5
/** From this part of a limit on, the log warns. */
export const WARNING_SHARE = 0.6
/** Requests that are answered at the same time; ours, the interface gives no figure. */
export const CONCURRENT_REQUESTS = 75
/** Seconds after which the removal of bounced addresses may be tried again (spec/2 "Bounces"). */
export const BOUNCES_RETRY_AFTER_S = 600
