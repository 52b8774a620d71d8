// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { asApiError } from '#ui/api/api-error.ts'
import { assignRole, removeLimit } from '#ui/resource/roles/role-api.ts'
import { answerPage } from '../../../helpers/answer-page.ts'

afterEach(() => vi.unstubAllGlobals())

const BEN = { kind: 'USER', idInPath: '00u1', name: 'Ben' } as const
const groups = (...ids: string[]) => ids.map((id) => ({ kind: 'group' as const, id }))
const refusal = () => Response.json({ errorCode: 'E0000007', errorSummary: 'Not found' }, { status: 404 })

/** Answers as the service, but for what is refused. @returns what was asked */
function answering(refused: (asked: string) => boolean): string[] {
  const asked: string[] = []
  answerPage(({ method, pathname }) => {
    const one = `${method} ${pathname.replace('/api/v1/users/00u1/roles', '')}`
    asked.push(one)
    if (refused(one)) return refusal()
    return method === 'POST' ? Response.json({ id: 'HELP' }, { status: 201 }) : new Response(null, { status: 204 })
  })
  return asked
}

it('a role is assigned and then limited', async () => {
  const asked = answering(() => false)
  expect(await assignRole(BEN, 'HELP_DESK_ADMIN', groups('00g1', '00g2'))).toBeNull()
  expect(asked).toEqual(['POST ', 'PUT /HELP/targets/groups/00g1', 'PUT /HELP/targets/groups/00g2'])
})

it('a role that cannot be limited is taken away again, and that is said', async () => {
  const asked = answering((one) => one.startsWith('PUT'))
  const error = asApiError(await assignRole(BEN, 'HELP_DESK_ADMIN', groups('00g1')).catch((thrown: unknown) => thrown))
  expect(error.summary).toContain('taken away again')
  expect(asked.at(-1)).toBe('DELETE /HELP')
})

it('a role that is left without limits is said so in no uncertain words', async () => {
  answering((one) => one.startsWith('PUT') || one.startsWith('DELETE'))
  const error = asApiError(await assignRole(BEN, 'HELP_DESK_ADMIN', groups('00g1')).catch((thrown: unknown) => thrown))
  expect(error.summary).toContain('WITHOUT limits')
})

it('where a further limit fails the role stays, narrower than asked, and that is said', async () => {
  const asked = answering((one) => one.endsWith('00g2'))
  const missing = await assignRole(BEN, 'HELP_DESK_ADMIN', groups('00g1', '00g2'))
  expect(missing?.summary).toContain('not all of its limits')
  expect(asked.some((one) => one.startsWith('DELETE'))).toBe(false)
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
