import type { Page } from '@playwright/test'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { callFromPage } from '../../helpers/acts/call.ts'
import { openPolicy, ruleRow, typeNameWhereAsked } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.use({ sample: true })

const INVARIANT = 'Visitors sign in from headquarters alone'

const caller =
  (page: Page) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await callFromPage<T>(page, method, path, body)
    expect(reply.status, `${method} ${path}`).toBeLessThan(300)
    return reply.body
  }

/** Visitors, of whom there is one, sign in from headquarters and are denied elsewhere, which is an invariant. */
async function prepare(page: Page) {
  const call = caller(page)
  const people = await call<{ id: string }[]>('GET', '/api/v1/users?q=Gwen')
  const { id: group } = await call<{ id: string }>('POST', '/api/v1/groups', { profile: { name: 'Visitors' } })
  await call('PUT', `/api/v1/groups/${group}/users/${people[0]?.id}`)
  const zones = await call<{ id: string; name: string }[]>('GET', '/api/v1/zones')
  const zone = zones.find(({ name }) => name === 'Headquarters')?.id ?? ''
  const policy = await call<Policy>('POST', '/api/v1/policies', {
    ...{ type: 'SVC_SIGN_ON', name: 'Visitors', priority: 1 },
    conditions: { people: { groups: { include: [group] } } },
  })
  const rule = (name: string, priority: number, access: string, conditions: object) =>
    call<Rule>('POST', `/api/v1/policies/${policy.id}/rules`, {
      ...{ type: 'SIGN_ON', name, priority, conditions, actions: { signon: { access } } },
    })
  const inside = await rule('At headquarters', 1, 'ALLOW', { network: { connection: 'ZONE', include: [zone] } })
  await rule('Elsewhere', 2, 'DENY', {})
  await call('POST', '/gatehouse/v1/invariants', {
    ...{ name: INVARIANT, claim: { kind: 'DENIED' } },
    scope: { people: { groups: { include: [group] } }, network: { connection: 'ZONE', exclude: [zone] } },
  })
  return { call, policy, inside }
}

test('a draft that breaks an invariant is told so, repaired, published and taken back', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const { call, policy, inside } = await prepare(page)
  const root = page.url().split('/#')[0]
  const draft = await call<{ id: string }>('POST', '/gatehouse/v1/drafts', { name: 'Open the doors' })
  const inDraft = `${root}/drafts/${draft.id}/`
  const invariants = main.getByRole('list', { name: 'Invariants', exact: true })

  await test.step('in the draft, the review of a change says who loses what in which situation', async () => {
    await page.goto(inDraft)
    await openPolicy(page, 'SVC_SIGN_ON', 'Visitors')
    await ruleRow(page, inside.name).getByRole('switch').click()
    await expect(dialog).toContainText('1 person loses access')
    await expect(dialog).toContainText('From Headquarters')
    await expect(dialog).toContainText('Decided by “Elsewhere” of “Visitors”')
    await dialog.getByRole('button', { name: 'Back' }).click()
  })

  await test.step('a rule is opened to everywhere: the invariant is broken, by a sign-in of the one visitor', async () => {
    const { type, name, priority, actions } = inside
    const path = `/drafts/${draft.id}/api/v1/policies/${policy.id}/rules/${inside.id}`
    await call('PUT', path, { type, name, priority, actions, conditions: { network: { connection: 'ANYWHERE' } } })
    await goTo(page, 'Invariants', 'Simulate')
    await expect(main.getByRole('status')).toHaveText('0 hold, 1 broken')
    await expect(invariants).toContainText('Gwen')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('its repairs are shown with whom each affects, and one is taken after its review', async () => {
    await invariants.getByRole('button', { name: `Find repairs of ${INVARIANT}` }).click()
    await expect(dialog.getByRole('list', { name: 'Repairs' }).getByRole('listitem').first()).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Review: Add a rule/ }).click()
    const review = page.getByRole('dialog', { name: `Repair “${INVARIANT}”?` })
    await expect(review).toContainText('Add a rule above “At headquarters” of “Visitors”')
    await expect(review).toContainText(`Makes “${INVARIANT}” hold again.`)
    await typeNameWhereAsked(review)
    await review.getByRole('button', { name: 'Apply repair' }).click()
    await expect(main.getByRole('status')).toHaveText('1 hold, 0 broken')
  })

  await test.step('the draft is published, and the invariant holds', async () => {
    await page.goto(`${root}/#/drafts/${draft.id}/publish`)
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await main.getByRole('button', { name: 'Publish…' }).click()
    await typeNameWhereAsked(dialog)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByRole('table', { name: 'Published drafts' })).toContainText('Open the doors')
    const { holding } = await call<{ holding: number }>('POST', '/gatehouse/v1/invariants/check', {})
    expect(holding).toBe(1)
    expect(await call<Rule[]>('GET', `/api/v1/policies/${policy.id}/rules`)).toHaveLength(3)
  })

  await test.step('it is taken back', async () => {
    await main.getByRole('button', { name: 'Take back Open the doors' }).click()
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await main.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('textbox').fill('Take back Open the doors')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByRole('table', { name: 'Published drafts' })).toContainText('Taken back')
    const rules = await call<Rule[]>('GET', `/api/v1/policies/${policy.id}/rules`)
    expect(rules.map(({ name }) => name)).toEqual(['At headquarters', 'Elsewhere'])
    expect(rules[0]?.conditions?.network).toEqual(inside.conditions?.network)
  })
})

test('a rule that three others shadow is found, with the three', async ({ journey: { page } }) => {
  const call = caller(page)
  const { id: group } = await call<{ id: string }>('POST', '/api/v1/groups', { profile: { name: 'Visitors' } })
  const policy = await call<Policy>('POST', '/api/v1/policies', {
    ...{ type: 'SVC_SIGN_ON', name: 'By risk' },
    conditions: { people: { groups: { include: [group] } } },
  })
  const levels = ['LOW', 'MEDIUM', 'HIGH']
  for (const [at, level] of [...levels, 'ANY'].entries())
    await call('POST', `/api/v1/policies/${policy.id}/rules`, {
      ...{ type: 'SIGN_ON', name: `At ${level}`, priority: at + 1, actions: { signon: { access: 'ALLOW' } } },
      conditions: { riskScore: { level } },
    })
  await page.reload()
  const findings = page.getByRole('region', { name: 'Needs attention' })
  await findings.getByRole('button', { name: /^Show all/ }).click()
  await expect(findings.getByRole('link', { name: /By risk › At ANY/ })).toContainText(
    'every sign-in that it matches is taken by one of the rules “At LOW”, “At MEDIUM” and “At HIGH”, which come first.',
  )
})
