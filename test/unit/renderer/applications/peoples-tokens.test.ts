// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import PeoplesTokens from '#ui/features/applications/credentials/PeoplesTokens.vue'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

afterEach(() => vi.unstubAllGlobals())

const token = (id: string, userId: string) => ({
  ...{ id, status: 'ACTIVE', created: '2026-03-02T09:00:00.000Z', lastUpdated: '2026-03-02T09:00:00.000Z' },
  ...{ expiresAt: '2026-03-09T09:00:00.000Z', issuer: 'http://localhost:1', clientId: '0oaclient', userId },
  ...{ scopes: ['openid', 'offline_access'], _links: {} },
})

it('the tokens that a client holds of people are listed, and revoked one by one or all at once, once that was confirmed', async () => {
  let held = [token('oar1', '00u1'), token('oar2', '00u2')]
  const revoked: string[] = []
  answerPage(({ method, pathname }) => {
    if (method === 'DELETE') {
      const [, id] = /tokens\/(.+)$/.exec(pathname) ?? []
      revoked.push(id ?? 'all')
      held = id ? held.filter((one) => one.id !== id) : []
      return new Response(null, { status: 204 })
    }
    return Response.json(pathname.endsWith('/tokens') ? held : [])
  })
  const { page } = await mountPage(PeoplesTokens, { props: { app: { id: '0oa1', label: 'Timesheets' } as never } })
  const rows = () => page.findAll('[aria-label="Tokens of people"] li')
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]?.text()).toContain('openid offline_access')
  await pressButton(/^Revoke the token of 00u1/)
  expect(document.body.textContent).toContain('Timesheets can no longer act for')
  expect(revoked).toEqual([])
  await pressButton(/^Revoke$/)
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  await pressButton(/^Revoke all/)
  await pressButton(/^Revoke$/)
  await vi.waitFor(() => expect(page.text()).toContain('No refresh tokens'))
  expect(revoked).toEqual(['oar1', 'all'])
})
