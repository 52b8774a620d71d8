// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { assignRole, removeLimit } from '#ui/resource/roles/role-api.ts'
import { answerPage } from '../../../helpers/answer-page.ts'

afterEach(() => vi.unstubAllGlobals())

it('a role is assigned with its limits in one request', async () => {
  const asked: unknown[] = []
  answerPage(({ method, pathname, body }) => {
    asked.push([method, pathname, body])
    return Response.json({ id: 'HELP' }, { status: 201 })
  })
  const limits = ['00g1', '00g2'].map((id) => ({ kind: 'group' as const, id }))
  await assignRole({ kind: 'USER', idInPath: '00u1', name: 'Ben' }, 'HELP_DESK_ADMIN', limits)
  const body = { kind: 'USER', id: '00u1', type: 'HELP_DESK_ADMIN', limits }
  expect(asked).toEqual([['POST', '/gatehouse/v1/administrators/roles', body]])
})

it('an application is taken from the limits by its name and its id', async () => {
  const asked: string[] = []
  answerPage(({ method, pathname }) => {
    asked.push(`${method} ${pathname}`)
    return method === 'GET' ? Response.json({ id: '0oa1', name: 'salesforce' }) : new Response(null, { status: 204 })
  })
  await removeLimit({ kind: 'CLIENT', idInPath: 'client-1', name: 'Sync' }, 'APPS', { kind: 'app', id: '0oa1' })
  expect(asked.at(-1)).toBe('DELETE /oauth2/v1/clients/client-1/roles/APPS/targets/catalog/apps/salesforce/0oa1')
})
