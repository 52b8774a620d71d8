// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ClientOverview, Consent } from '#contract/apps/client-overview.ts'
import ClientsPage from '#ui/features/access/clients/ClientsPage.vue'
import { useRightsStore } from '#ui/stores/rights.ts'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const client = (name: string, over: Partial<ClientOverview> = {}): ClientOverview => ({
  ...{ id: `0oa${name}`, clientId: `id-of-${name}`, name, status: 'ACTIVE', kind: 'web', people: 0 },
  ...{ method: 'client_secret_post', grantTypes: ['authorization_code'], scopes: [], roles: [] },
  ...over,
})
const consent = (id: string, login: string, scopes: string[]): Consent => ({
  ...{
    id,
    person: { id: `00u${login}`, name: login, login },
    client: { id: '0oaRota', name: 'Rota', clientId: 'rota' },
  },
  ...{
    server: null,
    scopes: scopes.map((name) => ({ grantId: `${id}-${name}`, name })),
    since: '2026-03-02T09:00:00Z',
  },
})

let clients: ClientOverview[]
let consents: Consent[]
let asked: PageRequest[]
let granted: Record<string, boolean> | null
beforeEach(() => {
  clients = []
  consents = []
  asked = []
  granted = null
  answerPage((request) => {
    asked.push(request)
    if (request.method === 'DELETE') {
      consents = []
      return new Response(null, { status: 204 })
    }
    if (request.pathname.endsWith('/rights'))
      return granted ? Response.json(granted) : Response.json({}, { status: 500 })
    if (request.pathname.endsWith('/consents')) return Response.json(consents)
    return Response.json(request.pathname.endsWith('/clients') ? clients : [])
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(query: Record<string, string> = {}) {
  const { page, router } = await mountPage(ClientsPage, { address: { path: '/access/clients', query } })
  await flushPromises()
  return { page, router, text: () => page.text().replaceAll(/\s+/g, ' ') }
}

it('each client says in words what it may do, and leads to its credentials and its consents', async () => {
  clients = [
    client('Rota', { people: 2 }),
    client('Sync', {
      ...{ kind: 'service', method: 'private_key_jwt', grantTypes: ['client_credentials'] },
      ...{ scopes: ['svc.users.read', 'svc.logs.read'], roles: [{ type: 'HELP_DESK_ADMIN', isLimited: true }] },
    }),
  ]
  const { page, text } = await open()
  expect(text()).toContain('Rota Webid-of-Rota')
  expect(text()).toContain('Client credentials Token signed with a private key2 scopes')
  expect(text()).toContain('Help Desk Administrator (limited)')
  expect(page.findAll('tbody a').map((link) => [link.text(), link.attributes('href')])).toEqual([
    ['Rota', '/applications/0oaRota?tab=credentials'],
    ['2 people', '/access/clients?view=consents&client=0oaRota'],
    ['Sync', '/applications/0oaSync?tab=credentials'],
  ])
})

it('the service is asked for a part of a name and a kind, as the address says', async () => {
  await open({ q: 'rot', kind: 'web' })
  const [request] = asked.filter(({ pathname }) => pathname.endsWith('/gatehouse/v1/clients'))
  expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({ limit: '100', q: 'rot', kind: 'web' })
})

it('without clients the page says how to have one', async () => {
  const { page, text } = await open()
  expect(text()).toContain('No clients yet')
  expect(page.findAll('a').map((link) => link.attributes('href'))).toContain('/applications/new')
})

it('what the roles of the caller do not show is not there', async () => {
  clients = [client('Rota', { scopes: null, roles: null, people: null })]
  granted = { permissions: [{ permission: 'svc.apps.read', limited: false }], roles: [] } as never
  const { page, text } = await open()
  await useRightsStore().load()
  await flushPromises()
  expect(page.findAll('thead th').map((head) => head.text())).toEqual([
    ...['Name', 'Grants and authentication', 'Status'],
  ])
  expect(text()).not.toContain('Consents')
})

it('a consent is revoked whole, once that was confirmed', async () => {
  consents = [consent('oag1', 'ada', ['email', 'profile'])]
  const { text } = await open({ view: 'consents', client: '0oaRota' })
  await vi.waitFor(() => expect(text()).toContain('email profile'))
  await pressButton(/^Revoke the consent of ada to Rota/)
  const revoked = () => asked.filter(({ method }) => method === 'DELETE').map(({ pathname }) => pathname)
  expect(revoked()).toEqual([])
  await pressButton(/^Revoke$/)
  await vi.waitFor(() => expect(text()).toContain('No such consents'))
  expect(revoked()).toEqual(['oag1-email', 'oag1-profile'].map((id) => `/api/v1/users/00uada/grants/${id}`))
})
