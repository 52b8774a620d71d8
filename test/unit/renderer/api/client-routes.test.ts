import { expect, it } from 'vitest'
import { clientRoute } from '#contract/interface/client-route.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { CLIENT_ROUTES } from 'virtual:client-routes'

it('the page knows of every operation what the table of routes says of its call, and nothing else', () => {
  const expected = Object.entries(ROUTES).map(([id, route]) => [id, clientRoute(route as unknown as Route)])
  expect(CLIENT_ROUTES).toEqual(Object.fromEntries(expected))
  expect(CLIENT_ROUTES.getPolicy).toEqual({
    method: 'GET',
    path: '/api/v1/policies/{policyId}',
    consumes: 'application/json',
    scope: 'svc.policies.read',
  })
})
