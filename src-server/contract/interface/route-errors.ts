import { ERROR_CATALOGUE, type ErrorCode } from './error-codes.ts'
import { rateLimitClassOf } from './rate-limits.ts'
import type { Route } from './route.ts'

/** Statuses that HTTP has of its own and that stand in the catalogue's place (spec/5 decision 9). */
const HTTP_STATUSES: Partial<Record<ErrorCode, readonly number[]>> = {
  // What the web framework refuses, and a body that is too long.
  E0000020: [400, 413],
  E0000021: [415],
}

interface Rule {
  codes: readonly ErrorCode[]
  when: (route: Route) => boolean
}

const asksFor =
  (...names: readonly string[]) =>
  ({ query }: Route) =>
    names.some((name) => Object.hasOwn(query.shape, name))

/** What each part of a route's definition lets its operation answer. */
const RULES: readonly Rule[] = [
  // Foreign sites, a file that cannot be read now, our own mistakes.
  { codes: ['E0000006', 'E0000009', 'E0000010'], when: () => true },
  // The address, the body. OAuth clients are told of theirs as RFC 6749 §5.2 has it.
  { codes: ['E0000001', 'E0000020'], when: ({ auth }) => auth !== 'client' },
  { codes: ['E0000003', 'E0000021'], when: ({ auth, consumes }) => auth !== 'client' && consumes !== '*' },
  { codes: ['E0000005', 'E0000011'], when: ({ auth }) => auth === 'token' },
  { codes: ['E0000007', 'E0000008'], when: ({ params }) => Object.keys(params.shape).length > 0 },
  { codes: ['E0000029'], when: asksFor('after') },
  { codes: ['E0000031', 'E0000053'], when: asksFor('filter', 'search') },
  {
    codes: ['E0000047'],
    when: (route) =>
      route.perMinute !== undefined ||
      (route.auth === 'client' && route.method === 'POST') ||
      (route.auth === 'token' && rateLimitClassOf(route) !== 'service'),
  },
  // A search by words while their index is rebuilt.
  { codes: ['E0000047'], when: (route) => route.path.startsWith('/gatehouse/v1/logs/') && asksFor('q')(route) },
  // Another change at the same moment has taken the value, or removed what the object refers to.
  { codes: ['E0000048', 'E0000113'], when: ({ auth, method }) => auth !== 'client' && method !== 'GET' },
]

/**
 * The errors that an operation may answer: by status, with the codes that it then has, both ascending. They follow from the
 * definition; what is the operation's own it declares as `errors`.
 */
export function errorsOf(route: Route): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([
    ...RULES.filter(({ when }) => when(route)).flatMap((rule) => rule.codes),
    ...(route.errors ?? []),
  ])
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...codes].sort())
    for (const status of HTTP_STATUSES[code] ?? [ERROR_CATALOGUE[code].status])
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}
