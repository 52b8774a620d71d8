import { beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { recordedVerdict, signInOf } from '#ui/domain/event-sign-in.ts'
import { TestBrowser } from '../../../helpers/browser.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  provePassword,
  signIn,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startSignIn } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient

beforeAll(async () => {
  server = await startSignIn()
  app = await aWebClient(server)
})

/** What is logged of a person's sign-ins, the oldest first. */
async function eventsOf({ id }: { id: string }): Promise<LogEvent[]> {
  const { body } = await server.client.call('listLogEvents', {
    query: { filter: `actor.id eq "${id}"`, limit: 100 },
  })
  return body as LogEvent[]
}

const told = (events: readonly LogEvent[]) => events.map(({ eventType, outcome }) => `${eventType} ${outcome.result}`)

describe('the log tells of a sign-in', () => {
  it('each step, and what the policies decided', async () => {
    const ada = await aPerson(server, 'ada@example.com', [app])
    await signIn(new TestBrowser(server), authorizeAddress(app.clientId), ada.login)
    const events = await eventsOf(ada)
    expect(told(events)).toEqual([
      ...['policy.evaluate_sign_on CHALLENGE', 'policy.evaluate_sign_on CHALLENGE'],
      'user.authentication.auth_via_mfa SUCCESS',
      ...['policy.evaluate_sign_on ALLOW', 'policy.evaluate_sign_on ALLOW'],
      ...['user.session.start SUCCESS', 'user.authentication.sso SUCCESS', 'app.oauth2.authorize.code SUCCESS'],
    ])
  })

  it('which session began, by which it can be read and ended', async () => {
    const { id, login } = await aPerson(server, 'kit@example.com', [app])
    const browser = new TestBrowser(server)
    await signIn(browser, authorizeAddress(app.clientId), login)
    const begun = (await eventsOf({ id })).find(({ eventType }) => eventType === 'user.session.start')
    const params = { sessionId: String(begun?.debugContext?.debugData?.['sessionId']) }
    expect((await server.client.call('getSession', { params })).body).toMatchObject({ userId: id, status: 'ACTIVE' })
    await server.client.call('endSession', { params })
    const silent = await browser.open(authorizeAddress(app.clientId, { prompt: 'none' }))
    expect(answerIn(silent)).toMatchObject({ error: 'login_required' })
  })

  it('a wrong password, and a name of no one', async () => {
    const ben = await aPerson(server, 'ben@example.com', [app])
    await provePassword(new TestBrowser(server), authorizeAddress(app.clientId), ben.login, 'wrong')
    expect(told(await eventsOf(ben))).toEqual(['user.session.start FAILURE'])
    await provePassword(new TestBrowser(server), authorizeAddress(app.clientId), 'no-one@example.com', 'wrong')
    const [event] = await eventsOf({ id: 'unknown' })
    expect(event).toMatchObject({ eventType: 'user.session.start', actor: { alternateId: 'no-one@example.com' } })
  })

  it('that a policy denied, with the rule; and Simulate says the same of the same sign-in', async () => {
    const eve = await aPerson(server, 'eve@example.com', [app])
    const policy = await server.make.aPolicy('ACCESS_POLICY')
    await server.make.aRule(policy, {
      name: 'Keeps Eve out',
      conditions: { people: { users: { include: [eve.id] } } },
      actions: { appSignOn: { access: 'DENY' } },
    } as never)
    await server.client.call('assignAppPolicy', { params: { appId: app.appId, policyId: policy.id } } as never)
    const shown = await provePassword(new TestBrowser(server), authorizeAddress(app.clientId), eve.login)
    expect(shown.text).toContain('Keeps Eve out')
    const events = await eventsOf(eve)
    const denied = events.find(
      ({ eventType, target }) =>
        eventType === 'policy.evaluate_sign_on' && target?.some(({ displayName }) => displayName === 'Keeps Eve out'),
    ) as LogEvent
    expect(recordedVerdict(denied)).toMatchObject({ access: 'DENY', type: 'ACCESS_POLICY' })
    const signIn = signInOf(denied)
    expect(signIn).toMatchObject({ user: eve.id, app: app.appId, risk: 'LOW' })
    const { body } = await server.client.call('explainPolicies', {
      body: {
        ...{ appInstance: app.appId, policyTypes: ['ACCESS_POLICY'] },
        policyContext: { user: { id: eve.id }, ip: signIn.ip, risk: { level: 'LOW' } },
      },
    } as never)
    expect(body).toMatchObject({ answer: { answer: 'NO', text: expect.stringContaining('Keeps Eve out') } })
  })
})
