// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import ConnectionPage from '#ui/features/sync/ConnectionPage.vue'
import { makeClient } from '../../../helpers/client.ts'
import { makeFactories } from '../../../helpers/factories.ts'
import { startLogService } from '../../../helpers/log-service.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'
import { compared, connect, pulled } from '../../../helpers/sync/connections.ts'

const service = useServicePage()
/** A bound on hanging: what is waited for comes in a second on an idle machine. */
const WAIT = { timeout: 100_000 }
let remote: Awaited<ReturnType<typeof startLogService>>
let connectionId: string
let rule: Rule
let policyId: string

/** Does something as a page of that side. */
async function at<T>(side: { url: string }, work: () => Promise<T>): Promise<T> {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(side.url)
  const done = await work()
  happyDOM.setURL(service.url)
  return done
}
const change = ({ call }: Pick<typeof service.client, 'call'>, over: object) => {
  const { _links, ...body } = { ...rule, ...over }
  return call('replaceRule', { params: { policyId, ruleId: rule.id }, body: body as never })
}

beforeAll(async () => {
  remote = await startLogService(0)
  const there = makeClient(remote)
  const make = makeFactories(there)
  await at(remote, async () => {
    const staff = (await make.aGroup('Night shift')).id
    await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }, [staff])
    const conditions = { people: { groups: { include: [staff] } } }
    const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Night shift', conditions })
    policyId = policy.id
    rule = await make.aRule(policy, { name: 'On site' })
  })
  connectionId = await connect(service, remote, { name: 'Harbour' })
  await pulled(service, connectionId)
  await at(remote, () => change(there, { name: 'At night', actions: { signon: { access: 'DENY' } } }))
  await change(service.client, { name: 'By day' })
  await compared(service, connectionId)
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const text = () => document.body.textContent
const says = (words: string | RegExp) => vi.waitFor(() => expect(text()).toMatch(words), WAIT)
const region = (label: string) => document.querySelector(`section[aria-label="${label}"]`)
const radios = (label: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`[role=radiogroup][aria-label="${label}"] input`),
]
const open = () => mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })

it('a conflict says whom each side affects, beside the other', async () => {
  await open()
  await says('Rules: 1 conflict')
  await says(/differences?\s+1 conflict\s+·/)
  await pressButton(/^Whom it affects/)
  await says('By what was changed at Harbour')
  expect(region('By what was changed here')?.textContent).toContain('No person is affected.')
  const theirs = region('By what was changed at Harbour')
  expect(theirs?.textContent).toContain('1 person loses access')
  expect(theirs?.textContent).toMatch(/Allowed with one factor.*Denied/)
})

it('a pull says whom it affects before it is made, by who is to win', async () => {
  await open()
  await says('Rules: 1 conflict')
  await pressButton('Pull')
  await says('Pull from Harbour')
  await pressButton(/^Whom this pull affects/)
  await vi.waitFor(() => expect(region('Whom this pull affects')?.textContent).toContain('1 person loses access'), WAIT)
})

it('a pull with decisions says whom they affect before it is made', async () => {
  await open()
  await says('Rules: 1 conflict')
  radios('All of this kind: Rules')[0]?.click()
  await pressButton('Pull with these decisions')
  await vi.waitFor(() => expect(region('Whom this pull affects')?.textContent).toContain('1 person loses access'), WAIT)
})

it('what has changed since the comparison is compared again before anything is said of it', async () => {
  await change(service.client, { name: 'By day and night' })
  await open()
  await says('Rules: 1 conflict')
  await pressButton(/^Whom it affects/)
  await says('have changed since the comparison: compare again.')
  await pressButton('Compare again')
  await says('1 person loses access')
})

it('the order of a list that both sides have moved says whom each side affects, and is decided by itself', async () => {
  const move = async ({ call }: Pick<typeof service.client, 'call'>, id: string, over: object) => {
    const { _links, ...body } = (await call('getRule', { params: { policyId, ruleId: id } })).body
    await call('replaceRule', { params: { policyId, ruleId: id }, body: { ...body, ...over } as never })
  }
  const there = makeClient(remote)
  const ids = await at(remote, async () => {
    const policy = (await there.call('getPolicy', { params: { policyId } })).body
    const make = makeFactories(there)
    const shut = await make.aRule(policy, { name: 'Shut', actions: { signon: { access: 'DENY' } } })
    const open = await make.aRule(policy, { name: 'Open' })
    await move(there, rule.id, { name: 'By day', actions: rule.actions })
    return { shut: shut.id, open: open.id }
  })
  await pulled(service, connectionId, { prefer: 'remote' })
  await at(remote, () => move(there, ids.shut, { priority: 1 }))
  await move(service.client, ids.open, { priority: 1 })
  await compared(service, connectionId)
  await open()
  await says('Rules: 1 conflict')
  await pressButton(/^Whom it affects/)
  await says('By what was changed at Harbour')
  expect(region('By what was changed here')?.textContent).toContain('No person is affected.')
  expect(region('By what was changed at Harbour')?.textContent).toContain('1 person loses access')

  expect(text()).toContain('0 of 1 conflict decided')
  radios('Which side wins in the order: Rules of Night shift · rules')[0]?.click()
  await says('1 of 1 conflict decided')
  await pressButton('Pull with these decisions')
  await vi.waitFor(() => expect(region('Whom this pull affects')?.textContent).toContain('1 person loses access'), WAIT)
})

it('what only one side has moved says whom that affects beside the order', async () => {
  await pulled(service, connectionId, { prefer: 'workspace' })
  await compared(service, connectionId)
  await open()
  await says('In another order')
  await pressButton(/^Whom it affects/)
  await says('By what was changed here')
  expect(region('By what was changed at Harbour')).toBeNull()
})
