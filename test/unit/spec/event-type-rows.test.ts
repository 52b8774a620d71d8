import { beforeAll, describe, expect, it } from 'vitest'
import { isEventType } from '#contract/log/event-types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { hookBody } from '../../helpers/endpoint.ts'
import { START, startServer, type TestServer } from '../../helpers/server.ts'

/**
 * The families of spec/4 §3.3, written down a second time; `*` marks what hooks may hear of. Where its table and the list of names
 * differ (`application.user_membership.update`), the list is right: only so do the 115 add up.
 */
const FAMILIES: Record<string, string> = {
  'policy.': `lifecycle.{activate*, create, deactivate*, delete, overwrite, update*}; rule.{activate*, add*, deactivate*, delete*,
    update*, invalidate, action.execute}; evaluate_sign_on; execute.user.start; mapping.create; scheduled.execute;
    continuous_access_evaluate.deny`,
  'zone.': 'activate; create; deactivate; delete; update; make_blacklist; remove_blacklist',
  'event_hook.': 'created; updated; deleted; activated; deactivated; verified; delivery',
  'application.': `lifecycle.{create*, update*, activate*, deactivate*, delete*}; user_membership.{add*, remove*, update,
    change_password*, change_username, approve, deprovision, provision, restore, revoke};
    policy.sign_on.{deny_access, update, rule.create, rule.delete}`,
  'group.': `lifecycle.{create*, delete*}; profile.update*; user_membership.{add*, remove*};
    user_membership.rule.{add_exclusion, deactivated, error, evaluation, invalidate, trigger};
    application_assignment.{add, remove, update, skip_assignment_reconcile}; privilege.{grant*, revoke*}`,
  'user.lifecycle.': `create*; activate*; deactivate*; reactivate*; suspend*; unsuspend*; delete.initiated*; delete.completed;
    password_mass_expiry; jit.error.read_only`,
  'user.session.': `start*; end*; clear; expire; access_admin_app; context.changed*;
    impersonation.{initiate, grant, extend, end, revoke}`,
  'user.account.': `lock*; unlock*; lock.limit; unlock_by_admin; unlock_failure; unlock_token; use_token; reset_password*;
    update_password*; update_profile*; update_primary_email; update_secondary_email; update_user_type;
    privilege.{grant*, revoke*}; report_suspicious_activity_by_enduser*; access_support_user_app`,
  'user.authentication.': `auth; authenticate*; auth_via_mfa*; auth_via_IDP; sso; slo; verify;
    auth_via_{AD_agent, LDAP_agent, iwa, radius, richclient, social, inbound_SAML, inbound_delauth};
    auth_unconfigured_identifier`,
  'user.mfa.': `factor.{activate*, deactivate*, suspend*, unsuspend*, reset_all*, update}; attempt_bypass; svc_verify;
    svc_verify.deny_push`,
  'system.api_token.': 'create*; update; enable; revoke*',
  'rate limits': `system.org.rate_limit.{warning*, violation*, burst, expiration.warning};
    system.operation.rate_limit.{warning, violation}; system.client.rate_limit.{notification, violation};
    system.client.concurrency_rate_limit.{notification, violation}; core.concurrency.org.limit.violation;
    app.oauth2.client_id_rate_limit_warning`,
  'system.idp.lifecycle.': 'create; update; activate; deactivate; delete',
  'app.oauth2.': `client.lifecycle.{create, update, activate, deactivate, delete};
    credentials.lifecycle.{create, activate, deactivate, delete}; token.grant; token.grant.{access_token, id_token,
    refresh_token}; token.revoke; token.detect_reuse; authorize; authorize.code; key.rollover; consent.grant;
    invalid_client_credentials; invalid_client_ids`,
  'app.keys.': 'generate; clone; delete; rotate',
  'support. and security.': `support.org.{view, update};
    security.authenticator.lifecycle.{create*, update*, activate*, deactivate*}; security.request.blocked`,
}

/** Names of a family, each with whether hooks may hear of it. */
function membersOf(family: string): { name: string; eligible: boolean }[] {
  const base = family.endsWith('.') ? family : ''
  const prefix = family === 'support. and security.' ? '' : base
  const entries = (FAMILIES[family] ?? '').split(';').flatMap((part) => {
    const [, stem = '', list] = /^\s*([^{\s]*)(?:\{([^}]*)\})?\s*$/.exec(part) ?? []
    return list === undefined ? [stem] : list.split(',').map((item) => `${stem}${item.trim()}`)
  })
  return entries.map((entry) => ({ name: `${prefix}${entry.replace('*', '')}`, eligible: entry.endsWith('*') }))
}

let server: TestServer
/** What the acts below and the sample organization left in the log. */
let events: LogEvent[]
const names: Record<string, string> = {}

const since = (days: number) => ({ since: new Date(START - days * 86_400_000).toISOString(), limit: 1_000 })

beforeAll(async () => {
  server = await startServer({ sample: true })
  const { client, make } = server
  const policy = await make.aPolicy()
  const rule = await make.aRule(policy)
  const ofRule = { params: { policyId: policy.id, ruleId: rule.id } }
  const ofPolicy = { params: { policyId: policy.id } }
  await client.call('replaceRule', { ...ofRule, body: { ...rule, name: 'Renamed' } as never })
  await client.call('deactivateRule', ofRule)
  await client.call('activateRule', ofRule)
  await client.call('deleteRule', ofRule)
  await client.call('replacePolicy', { ...ofPolicy, body: { ...policy, description: 'Changed' } })
  await client.call('deactivatePolicy', ofPolicy)
  await client.call('activatePolicy', ofPolicy)
  await client.call('deletePolicy', ofPolicy)

  const user = await make.aUser()
  const group = await make.aGroup()
  const member = { params: { groupId: group.id, userId: user.id } }
  await client.call('addGroupMember', member)
  await client.call('removeGroupMember', member)

  const app = await make.anApp()
  const ofApp = { params: { appId: app.id } }
  await client.call('assignAppUser', { ...ofApp, body: { id: user.id } })
  await client.call('removeAppUser', { params: { appId: app.id, userId: user.id } })
  await client.call('replaceApp', { ...ofApp, body: { ...app, label: 'Renamed' } as never })
  await client.call('deactivateApp', ofApp)
  await client.call('activateApp', ofApp)
  await client.call('deactivateApp', ofApp)
  await client.call('deleteApp', ofApp)
  await client.call('deactivateUser', { params: { userId: user.id } })
  Object.assign(names, { policy: policy.id, rule: rule.id, user: user.id, group: group.id, app: app.id })
  const ask = async (query: object) => (await client.call('listLogEvents', { query })).body
  events = [...(await ask(since(0))), ...(await ask({ ...since(2), until: new Date(START).toISOString() }))]
}, 60_000)

const ofType = (type: string) => events.filter(({ eventType }) => eventType === type)

describe('the acts of a group leave events of its types', () => {
  it.each([
    ['application', 'application.lifecycle.', ['activate', 'create', 'deactivate', 'delete', 'update'], 'app'],
    ['application', 'application.user_membership.', ['add', 'remove'], 'app'],
    ['group', 'group.user_membership.', ['add', 'remove'], 'group'],
    ['policy', 'policy.lifecycle.', ['activate', 'create', 'deactivate', 'delete', 'update'], 'policy'],
    ['policy', 'policy.rule.', ['activate', 'add', 'deactivate', 'delete', 'update'], 'rule'],
    ['user', 'user.lifecycle.', ['create', 'activate', 'deactivate'], 'user'],
  ])('of [spec/3 event-types/%s] under %s', (_, family, types, of) => {
    for (const type of types) {
      const found = ofType(`${family}${type}`).filter(({ target }) => target?.some(({ id }) => id === names[of]))
      expect(found.length, `${family}${type}`).toBeGreaterThan(0)
    }
  })

  it('sign-on: sessions and what the policy saw, the networks among it [spec/3 event-types/sign-on]', () => {
    for (const type of ['user.session.start', 'user.session.end', 'policy.evaluate_sign_on'])
      expect(ofType(type).length, type).toBeGreaterThan(0)
    expect(ofType('policy.evaluate_sign_on').some(({ client }) => client?.zone)).toBe(true)
  })

  it('a username that an application is told of has its own type [spec/3 event-types/application]', async () => {
    const filter = 'eventType eq "application.user_membership.change_username"'
    expect((await server.client.call('listLogEvents', { query: { filter } })).body).toEqual([])
    expect(isEventType('application.user_membership.change_username')).toBe(true)
  })

  it('policies and rules name the policy as the first target, by its type, and rules name it again [spec/3 event-types/policy targets] [spec/4 event-types/targets]', () => {
    const about = events.filter(({ target }) => target?.[0]?.id === names['policy'])
    expect(about).toHaveLength(10)
    for (const { eventType, target } of about) {
      expect(target?.[0]).toMatchObject({ type: 'PolicyEntity', detailEntry: { policyType: 'SvcSignOn' } })
      if (eventType.startsWith('policy.rule.'))
        expect(target?.[1]).toMatchObject({ type: 'PolicyRule', id: names['rule'], alternateId: names['policy'] })
    }
  })

  it('an evaluated sign-on says how it ended and what was seen [spec/4 event-types/evaluate_sign_on]', () => {
    const evaluated = ofType('policy.evaluate_sign_on')
    const keys = ['behaviors', 'risk', 'threatSuspected', 'factor', 'authnRequestId', 'requestUri', 'url']
    for (const { outcome, debugContext } of evaluated) {
      expect(['ALLOW', 'DENY', 'CHALLENGE']).toContain(outcome.result)
      for (const key of Object.keys(debugContext.debugData)) expect(keys.concat('requestId')).toContain(key)
    }
    const seen = new Set(evaluated.flatMap(({ debugContext }) => Object.keys(debugContext.debugData)))
    expect([...seen].sort()).toEqual(expect.arrayContaining([...keys].sort()) as string[])
    expect(new Set(evaluated.map(({ outcome }) => outcome.result)).size).toBeGreaterThan(1)
  })
})

describe.each(Object.keys(FAMILIES))('the family %s', (family) => {
  const members = membersOf(family)
  const eligible = members.filter((member) => member.eligible).map(({ name }) => name)

  it(`has its members [spec/4 event-types/${family}]`, () => {
    expect(members.length).toBeGreaterThan(1)
    expect(members.map(({ name }) => name).filter((name) => !isEventType(name))).toEqual([])
  })

  it(`hooks hear of those that are eligible and of no others [spec/4 event-types/${family}] [spec/3 hook-events/eligible]`, async () => {
    const { call, refused } = server.client
    if (eligible.length) {
      const { body } = await call('createEventHook', { body: hookBody('https://hooks.example.test/in', eligible) })
      expect(body.events.items).toEqual(eligible)
    }
    for (const { name } of members.filter((member) => !member.eligible)) {
      const refusal = await refused('createEventHook', { body: hookBody('https://hooks.example.test/in', [name]) })
      expect([refusal.status, refusal.code, refusal.locations], name).toEqual([400, 'E0000001', ['events.items']])
      expect(refusal.body.errorCauses[0]?.errorSummary).toContain(name)
    }
  })
})
