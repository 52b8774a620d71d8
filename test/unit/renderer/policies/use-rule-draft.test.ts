import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import type { LocatedPolicy } from '#ui/api/policy-api.ts'
import { withCondition, withValue } from '#ui/features/policies/rule/rule-draft.ts'
import { useRuleDraft } from '#ui/features/policies/rule/useRuleDraft.ts'

const POLICY = {
  id: '00pPOLICY',
  type: 'SVC_SIGN_ON',
  name: 'Staff',
  status: 'ACTIVE',
  priority: 1,
  system: false,
  serverId: null,
} as unknown as LocatedPolicy
const RULE = {
  id: '0prRULE',
  name: 'Anywhere',
  status: 'ACTIVE',
  priority: 1,
  system: false,
  conditions: {
    people: { users: { exclude: [] } },
    network: { connection: 'ANYWHERE' },
    authContext: { authType: 'ANY' },
  },
  actions: { signon: { access: 'ALLOW', requireFactor: false, session: { maxSessionIdleMinutes: 120 } } },
  type: 'SIGN_ON',
} as unknown as Rule

const draftOf = (rule: Rule | null, policy = POLICY) => useRuleDraft({ policy, rule, engine: 'identity' })

/** Makes the network answer once; the requests asked are returned. */
function answer(status: number, body: unknown) {
  const asked: { url: string; method: string; body: unknown }[] = []
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, method: init.method ?? 'GET', body: JSON.parse(String(init.body)) as unknown })
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

describe('the draft of a rule', () => {
  it('is clean until something differs, and clean again when it is taken back', () => {
    const draft = draftOf(RULE)
    expect(draft.dirty.value).toBe(false)
    draft.set('actions.signon.session.maxSessionIdleMinutes', 30)
    expect(draft.dirty.value).toBe(true)
    expect(draft.changes.value).toEqual([
      { path: 'actions.signon.session.maxSessionIdleMinutes', before: 120, after: 30 },
    ])
    draft.set('actions.signon.session.maxSessionIdleMinutes', 120)
    expect(draft.dirty.value).toBe(false)
  })

  it('what is typed as JSON shows in the form, and what the form does shows as JSON', () => {
    const draft = draftOf(RULE)
    draft.showJson()
    draft.setText(draft.text.value.replace('"Anywhere"', '"Everywhere"'))
    expect(draft.showForm()).toBe(true)
    expect(draft.get('name')).toBe('Everywhere')
    draft.set('name', 'Nowhere')
    draft.showJson()
    expect(draft.text.value).toContain('"Nowhere"')
  })

  it('text that cannot be read stays, says why, and keeps one from the form until it is mended', () => {
    const draft = draftOf(RULE)
    draft.showJson()
    const good = draft.text.value
    draft.setText(`${good} oops`)
    expect(draft.text.value).toBe(`${good} oops`)
    expect(draft.textProblem.value).toContain('not JSON')
    expect(draft.showForm()).toBe(false)
    expect(draft.mode.value).toBe('json')
    draft.restoreText()
    expect(draft.text.value).toBe(good)
    expect(draft.showForm()).toBe(true)
  })

  it('an empty name is no problem beside the field until saving was tried', () => {
    const draft = draftOf(null)
    expect(draft.errorOf('name')).toBeUndefined()
    expect(draft.shownProblems.value).toEqual([])
    draft.tried.value = true
    expect(draft.errorOf('name')).toBe('Enter a name.')
  })

  it('nor is a condition that nothing was chosen for yet, until then', () => {
    const draft = draftOf(RULE)
    draft.edit(withCondition(draft.form.value, 'network', { connection: 'ZONE', include: [] }))
    expect(draft.problems.value).not.toEqual([])
    expect(draft.shownProblems.value).toEqual([])
    draft.tried.value = true
    expect(draft.shownProblems.value).toEqual(draft.problems.value)
  })

  it('the service’s words stand beside the field they belong to, without its path', async () => {
    const draft = draftOf(RULE)
    draft.edit(withCondition(draft.form.value, 'people', { groups: { include: ['00gGONE'] } }))
    const location = 'conditions.people.groups.include'
    answer(400, {
      errorCode: 'E0000001',
      errorSummary: 'Api validation failed',
      errorCauses: [{ errorSummary: `${location}: 00gGONE (UserGroup) does not exist`, location }],
    })
    expect(await draft.action.run()).toBeUndefined()
    expect(draft.errorOf('conditions.people.groups.include')).toBe('00gGONE (UserGroup) does not exist.')
    expect(draft.errorOf('conditions.people.users.include')).toBeUndefined()
    expect(draft.refused.unplaced.value).toEqual([])
    draft.edit(withValue(draft.form.value, 'people', { groups: { include: ['00gTHERE'] } }))
    expect(draft.errorOf('conditions.people.groups.include')).toBeUndefined()
  })

  it('saving sends the whole rule to the place where it belongs', async () => {
    const draft = draftOf(RULE)
    draft.set('name', 'Nowhere')
    const asked = answer(200, { ...RULE, name: 'Nowhere' })
    await draft.action.run()
    expect(asked).toMatchObject([{ method: 'PUT', url: '/api/v1/policies/00pPOLICY/rules/0prRULE' }])
    const { name, status, priority, conditions, actions, type } = { ...RULE, name: 'Nowhere' }
    expect(asked[0]?.body).toEqual({ name, status, priority, conditions, actions, type })
  })

  it('a rule of an authorization server’s policy is saved at that server', async () => {
    const policy: LocatedPolicy = { ...POLICY, type: 'OAUTH_AUTHORIZATION_POLICY', serverId: 'ausSERVER' }
    const draft = draftOf(null, policy)
    draft.set('name', 'Machines')
    const asked = answer(201, RULE)
    await draft.action.run()
    expect(asked).toMatchObject([
      { method: 'POST', url: '/api/v1/authorizationServers/ausSERVER/policies/00pPOLICY/rules' },
    ])
    expect(asked[0]?.body).toMatchObject({ name: 'Machines', type: 'RESOURCE_ACCESS' })
  })
})
