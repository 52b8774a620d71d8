// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import PersonSessions from '#ui/features/directory/person/PersonSessions.vue'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const grant = (id: string, appId: string, scopeId: string) => ({
  ...{ id, status: 'ACTIVE', created: '', lastUpdated: '', issuer: '', clientId: `client-of-${appId}`, userId: '00u1' },
  ...{ scopeId, source: 'END_USER', _links: { app: { href: `http://127.0.0.1:1/api/v1/apps/${appId}` } } },
})

let grants: ReturnType<typeof grant>[]
let deleted: string[]
beforeEach(() => {
  grants = [grant('oag1', '0oa1', 'email'), grant('oag2', '0oa1', 'profile'), grant('oag3', '0oa2', 'email')]
  deleted = []
  answerPage(({ method, pathname, searchParams }) => {
    if (method === 'DELETE') {
      deleted.push(`${pathname.split('/').slice(-2).join('/')}?${searchParams}`)
      grants = grants.filter(({ id }) => !pathname.endsWith(id))
      return new Response(null, { status: 204 })
    }
    return Response.json(pathname.endsWith('/grants') ? grants : [])
  })
})
afterEach(() => vi.unstubAllGlobals())

it('what a person lets clients do is listed by client, and revoked whole once that was confirmed', async () => {
  const { page } = await mountPage(PersonSessions, { props: { userId: '00u1', name: 'Ada Byron' } })
  const rows = () => page.findAll('[aria-label="Consents to clients"] li')
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]?.text()).toContain('email profile')
  await pressButton(/^Revoke the consent to 0oa1/)
  expect(deleted).toEqual([])
  await pressButton(/^Revoke$/)
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  expect(deleted).toEqual(['grants/oag1?', 'grants/oag2?'])
})

it('a person is signed out everywhere, with the tokens of their clients', async () => {
  const { page } = await mountPage(PersonSessions, { props: { userId: '00u1', name: 'Ada Byron' } })
  await vi.waitFor(() => expect(page.text()).toContain('Sign out everywhere'))
  await pressButton(/^Sign out everywhere/)
  expect(document.body.textContent).toContain('clients can no longer act for Ada Byron while they are away')
  await pressButton(/^Sign out$/)
  await vi.waitFor(() => expect(deleted).toEqual(['00u1/sessions?oauthTokens=true']))
})
