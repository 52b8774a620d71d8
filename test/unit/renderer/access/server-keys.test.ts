// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorizationServerWriteSchema, type AuthorizationServer } from '#contract/access/authorization-server.ts'
import type { ServerKeyStatus } from '#contract/access/server-key.ts'
import { authorizationServers } from '#ui/features/access/collections/authorization-servers.ts'
import KeysTab from '#ui/features/access/servers/KeysTab.vue'
import { rotationState } from '#ui/features/access/servers/server-keys.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'
import { fieldFacts } from '#ui/resource/form/field-text.ts'
import { requestOf } from '#ui/resource/form/form-body.ts'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

type Signing = AuthorizationServer['credentials']['signing']
const [LAST, NEXT] = ['2026-10-01T00:00:00.000Z', '2026-12-30T00:00:00.000Z']
const AUTO: Signing = { kid: 'k1', rotationMode: 'AUTO', lastRotated: LAST, nextRotation: NEXT }
const MANUAL: Signing = { kid: 'k1', rotationMode: 'MANUAL', lastRotated: LAST }

const serverWith = (signing: Signing): AuthorizationServer => ({
  ...{ id: 'aus1', name: 'Partners', description: null, audiences: ['api://partners'], default: false },
  ...{ issuer: 'http://localhost:7480/oauth2/aus1', issuerMode: 'ORG_URL', status: 'ACTIVE' },
  ...{ created: LAST, lastUpdated: LAST, credentials: { signing }, _links: {} },
})
const key = (kid: string, status: ServerKeyStatus) => ({
  ...{ kid, status, alg: 'RS256', kty: 'RSA', use: 'sig', e: 'AQAB', n: 'AQAB', _links: {} },
})

describe('the keys of a server', () => {
  let asked: PageRequest[]
  let keys: ReturnType<typeof key>[]
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-25T00:00:00.000Z'), toFake: ['Date'] })
    asked = []
    keys = [key('k1', 'ACTIVE'), key('k2', 'NEXT')]
    answerPage((request) => {
      asked.push(request)
      if (request.method === 'POST') keys = [key('k2', 'ACTIVE'), key('k3', 'NEXT'), key('k1', 'EXPIRED')]
      return Response.json(keys)
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const changed = vi.fn()
  const open = async (signing = AUTO) =>
    (await mountPage(KeysTab, { props: { server: serverWith(signing), onChanged: changed } })).page
  const rows = () =>
    [...document.querySelectorAll('li.row')].map((row) => row.textContent?.replaceAll(/\s+/g, ' ') ?? '')

  it('are told by what they do, with when the next one signs and where services find them', async () => {
    const page = await open()
    expect(rows()).toEqual([
      expect.stringMatching(/k1.*Signs now/) as string,
      expect.stringMatching(/k2.*Signs next/) as string,
    ])
    expect(page.text()).toContain('signs by itself in 1 month')
    for (const path of ['', '/.well-known/oauth-authorization-server', '/v1/keys'])
      expect(page.text()).toContain(`http://localhost:7480/oauth2/aus1${path}`)
    document.body.replaceChildren()
    expect((await open(MANUAL)).text()).toContain('waits until someone rotates')
  })

  it('are rotated once that is confirmed, after what happens to services that keep copies was said', async () => {
    const page = await open()
    await pressButton('Rotate now…')
    expect(document.body.textContent).toContain('read the keys again when they see a new key id')
    expect(document.body.textContent).not.toContain('is removed')
    expect(asked.some(({ method }) => method === 'POST')).toBe(false)
    await pressButton('Rotate now')
    expect(asked.find(({ method }) => method === 'POST')?.pathname).toBe(
      '/api/v1/authorizationServers/aus1/credentials/lifecycle/keyRotate',
    )
    expect(page.text()).toMatch(/k2.*Signs now.*k1.*Still verifies/s)
    expect(changed).toHaveBeenCalled()
  })

  it('say which tokens a further rotation ends', async () => {
    keys.push(key('k0', 'EXPIRED'))
    await open()
    await pressButton('Rotate now…')
    expect(document.body.textContent).toMatch(/The key k0 is removed: tokens that it signed are refused/)
  })

  it('are not rotated by those whose roles do not permit it', async () => {
    const page = await open()
    const rights = useRightsStore()
    const reading = { permission: 'svc.authorizationServers.read', limited: false } as const
    rights.rights = { roles: ['READ_ONLY_ADMIN'], permissions: [reading] } as unknown as typeof rights.rights
    await flushPromises()
    expect(page.text()).not.toContain('Rotate now')
    expect(rows()).toHaveLength(2)
  })
})

it('the next key is due from its moment on, and never where it waits for somebody', () => {
  const at = (signing: Signing, time: string) => rotationState(signing, Date.parse(time))
  expect([at(AUTO, LAST), at(AUTO, NEXT), at(MANUAL, NEXT)]).toEqual(['timed', 'due', 'waits'])
})

it('who rotates keys is a setting of a server, which a form reads and sends', () => {
  const { form } = authorizationServers
  const draft = serverWith(MANUAL) as unknown as Draft
  expect(fieldFacts(form.fields, draft).at(-1)).toMatchObject({ label: 'Key rotation', lines: ['Manual'] })
  const sent = (body: Draft) => authorizationServerWriteSchema.parse(requestOf(form, body)).credentials
  expect(sent(draft)).toEqual({ signing: { rotationMode: 'MANUAL' } })
  expect(sent({ ...form.blank(), name: 'New', audiences: ['api://new'] })).toEqual({
    signing: { rotationMode: 'AUTO' },
  })
})
