import { expect, it } from 'vitest'
import { rateLimitClassOf } from '#contract/interface/rate-limits.ts'
import { ROUTES } from '#contract/routes/index.ts'

it('every route counts against the bucket that the documents give it', () => {
  const expected = {
    listApps: 'apps.list',
    getApp: 'apps.one',
    createApp: 'other',
    listGroups: 'groups.list',
    getGroup: 'groups.one',
    listGroupMembers: 'other',
    createUser: 'users.list',
    getUser: 'users.one',
    deleteUser: 'users.write',
    suspendUser: 'users.write',
    listLogEvents: 'logs',
    getPolicy: 'other',
    getWorkspace: 'service',
  } as const
  for (const [id, bucket] of Object.entries(expected))
    expect(rateLimitClassOf(ROUTES[id as keyof typeof expected]), id).toBe(bucket)
  expect(rateLimitClassOf({ ...ROUTES.getPolicy, rateLimit: 'clients' })).toBe('clients')
})
