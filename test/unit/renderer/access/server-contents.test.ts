// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverClaimWriteSchema, type ServerClaim } from '#contract/access/server-claim.ts'
import { serverScopeWriteSchema, type ServerScope } from '#contract/access/server-scope.ts'
import { claimForm } from '#ui/features/access/servers/claim-form.ts'
import { claimCondition, claimSource, goneScopes } from '#ui/features/access/servers/claim-text.ts'
import ClaimsTab from '#ui/features/access/servers/ClaimsTab.vue'
import { scopeForm } from '#ui/features/access/servers/scope-form.ts'
import ScopesTab from '#ui/features/access/servers/ScopesTab.vue'
import { tabsFor } from '#ui/features/access/servers/server-tabs.ts'
import { choicesOf, type Draft } from '#ui/resource/form/field-specs.ts'
import { requestOf, visibleFields } from '#ui/resource/form/form-body.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const scope = (name: string, over: Partial<ServerScope> = {}): ServerScope => ({
  ...{ id: `scp${name}`, name, displayName: null, description: null, system: false },
  ...{ metadataPublish: 'NO_CLIENTS', consent: 'IMPLICIT', optional: false, apiResourceId: null, default: false },
  ...{ _links: {}, ...over },
})
const claim = (name: string, over: Partial<ServerClaim> = {}): ServerClaim => ({
  ...{ id: `ocl${name}`, name, status: 'ACTIVE', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.login' },
  ...{
    conditions: { scopes: [] },
    system: false,
    alwaysIncludeInToken: true,
    apiResourceId: null,
    _links: {},
    ...over,
  },
})
const GROUPS = claim('groups', { valueType: 'GROUPS', value: 'Team', group_filter_type: 'STARTS_WITH' })
const SCOPES = [scope('openid', { system: true }), scope('orders', { consent: 'REQUIRED', default: true })]

describe('the form of a claim', () => {
  const form = claimForm(SCOPES)
  const body = (draft: Draft, stored?: Draft) => serverClaimWriteSchema.parse(requestOf(form, draft, stored))

  it('sends the filter of groups with groups alone', () => {
    const draft = { ...form.blank(), name: 'c', value: 'user.login' }
    expect(body(draft)).not.toHaveProperty('group_filter_type')
    expect(body({ ...draft, valueType: 'GROUPS', value: 'Team' })).toMatchObject({
      ...{ valueType: 'GROUPS', value: 'Team', group_filter_type: 'STARTS_WITH' },
    })
    const edited = form.draftOf?.(GROUPS) as Draft
    expect(body({ ...edited, valueType: 'EXPRESSION' }, edited)).not.toHaveProperty('group_filter_type')
    expect(body(edited, edited)).toMatchObject({ valueType: 'GROUPS', value: 'Team', group_filter_type: 'STARTS_WITH' })
  })

  it('asks what belongs to the token and the value that are chosen', () => {
    const shown = (over: Draft) => visibleFields(form.fields, { ...form.blank(), ...over }).map(({ label }) => label)
    expect(shown({})).toContain('Expression')
    expect(shown({ valueType: 'GROUPS' })).toEqual(expect.arrayContaining(['Groups whose names', 'Text or pattern']))
    expect(shown({})).not.toContain('Always in the ID token')
    expect(shown({ claimType: 'IDENTITY' })).toContain('Always in the ID token')
  })

  it('offers the scopes of the server, and those that the claim names though they are gone', () => {
    const field = form.fields.find(({ path }) => path === 'conditions.scopes')
    if (field?.control !== 'many') throw new Error('no field for scopes')
    const offered = choicesOf(field.options, { conditions: { scopes: ['orders', 'old'] } })
    expect(offered.map(({ label }) => label)).toEqual(['openid', 'orders', 'old (deleted)'])
  })
})

it('the form of a scope makes a body that the interface takes, and sets back what is switched off', () => {
  const body = (draft: Draft) => serverScopeWriteSchema.parse(requestOf(scopeForm, draft))
  const full = { ...scopeForm.blank(), name: 'orders', consent: 'REQUIRED', optional: true, default: true }
  expect(body(full)).toMatchObject({ consent: 'REQUIRED', optional: true, default: true })
  expect(body({ ...full, consent: 'IMPLICIT', default: false })).toMatchObject({ optional: false, default: false })
})

it('a claim is told in words: what gives it, when it is there, and which scopes are gone', () => {
  expect(claimSource(claim('c'))).toBe('user.login')
  expect(claimSource(GROUPS)).toBe('Groups whose names begin with Team')
  const asking = claim('c', { conditions: { scopes: ['orders', 'old'] } })
  expect([claimCondition(claim('c')), claimCondition(asking)]).toEqual(['', 'Only with orders or old'])
  expect(goneScopes(asking, SCOPES)).toEqual(['old'])
})

describe('the tabs of a server', () => {
  let asked: PageRequest[]
  let answers: Record<string, unknown>
  beforeEach(() => {
    asked = []
    answers = {
      scopes: SCOPES,
      claims: [claim('sub', { system: true }), GROUPS, claim('c', { conditions: { scopes: ['old', 'orders'] } })],
    }
    answerPage((request) => {
      asked.push(request)
      if (request.method === 'DELETE') return new Response(null, { status: 204 })
      const answer = answers[request.pathname.split('/').at(-1) ?? '']
      return answer
        ? Response.json(answer)
        : Response.json({ errorCode: 'E0000009', errorSummary: 'Broken.' }, { status: 500 })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const buttons = () =>
    [...document.querySelectorAll('button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent?.trim(),
    )

  it('offer to change what can be changed: a scope of every server but for its name, its claim not at all', async () => {
    await mountPage(ScopesTab, { props: { serverId: 'aus1' } })
    expect(buttons()).toEqual(['Create scope…', 'Edit openid', 'Edit orders', 'Delete orders'])
    document.body.replaceChildren()
    await mountPage(ClaimsTab, { props: { serverId: 'aus1' } })
    expect(buttons()).toEqual(['Create claim…', 'Edit groups', 'Delete groups', 'Edit c', 'Delete c'])
    expect(document.body.textContent).toContain('Names a deleted scope: old')
  })

  it('say which claims ask for a scope before it is deleted, and delete it', async () => {
    await mountPage(ScopesTab, { props: { serverId: 'aus1' } })
    await pressButton('Delete orders')
    expect(document.body.textContent).toMatch(/Claims that are in tokens only with it, or with others:\s*c/)
    await pressButton('Delete scope')
    const deleted = asked.filter(({ method }) => method === 'DELETE').map(({ pathname }) => pathname)
    expect(deleted).toEqual(['/api/v1/authorizationServers/aus1/scopes/scporders'])
  })

  it('leave out what the roles of the caller do not permit', async () => {
    const { page } = await mountPage(ScopesTab, { props: { serverId: 'aus1' } })
    const rights = useRightsStore()
    const reading = { permission: 'svc.authorizationServers.read', limited: false } as const
    rights.rights = { roles: ['READ_ONLY_ADMIN'], permissions: [reading] } as unknown as typeof rights.rights
    await flushPromises()
    expect(page.findAll('button')).toEqual([])
    expect(page.text()).toContain('orders')
    expect(tabsFor(rights.can).map(({ key }) => key)).toEqual(['general', 'scopes', 'claims', 'keys', 'json'])
  })

  it('say what the service says where it fails', async () => {
    delete answers['scopes']
    const { page } = await mountPage(ScopesTab, { props: { serverId: 'aus1' } })
    expect(page.text()).toContain('Broken.')
    expect(buttons()).toContain('Try again')
  })
})
