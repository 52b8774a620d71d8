import { expect, test, type Page } from '@playwright/test'
import type { LogEvent } from '#contract/log/log-event.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'

let service: HeadlessService
test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
})
test.afterAll(() => service.dispose())

async function eventOf(filter: string): Promise<LogEvent> {
  const since = new Date(Date.now() - 20 * 86_400_000).toISOString()
  const query = new URLSearchParams({ since, filter, limit: '1', sortOrder: 'DESCENDING' })
  const [event] = await service.request<LogEvent[]>('GET', `/api/v1/logs?${query.toString()}`)
  if (!event) throw new Error(`the sample has no event with ${filter}`)
  return event
}

async function open(page: Page, path: string) {
  await page.goto(`${service.url}/#token=${service.token}`)
  await expect(page.getByRole('heading', { name: 'Tidewrack Logistics' })).toBeVisible()
  await page.goto(`${service.url}/#${path}`)
}
const OPENED_AN_APP = 'eventType eq "user.authentication.sso" and outcome.result eq "SUCCESS"'
const both = (page: Page) => page.getByRole('region', { name: 'Then and now' })

test('a sign-in in the log is simulated: then and now agree, until a rule denies it', async ({ page }) => {
  const event = await eventOf(
    'eventType eq "policy.evaluate_sign_on" and outcome.result eq "ALLOW" and target.detailEntry.policyType eq "SvcSignOn"',
  )
  const ruleOf = (type: string) => event.target?.find((target) => target.type === type)
  await open(page, `/audit?range=month&event=${event.uuid}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Simulate this sign-in' }).click()

  await expect(page.getByRole('heading', { name: 'Simulate', level: 1 })).toBeVisible()
  await expect(page.getByText(event.actor.displayName ?? '').first()).toBeVisible()
  await expect(page.getByPlaceholder(/^IPv4 or IPv6/)).toHaveValue(event.client?.ipAddress ?? '')
  await expect(both(page)).toContainText('Today’s verdict is the same: allowed.')
  await expect(both(page).getByRole('group', { name: 'Then' })).toContainText(ruleOf('PolicyRule')?.displayName ?? '')
  await expect(both(page).getByRole('group', { name: 'Now' })).toContainText(ruleOf('PolicyRule')?.displayName ?? '')

  await test.step('a changed input is named, and can be taken back', async () => {
    await page.getByText('High', { exact: true }).first().click()
    await expect(both(page)).toContainText('Changed since the event: risk')
    await both(page).getByRole('button', { name: 'Restore the event’s inputs' }).click()
    await expect(both(page)).not.toContainText('Changed since')
  })

  await test.step('a rule that denies since then makes a difference, which is said', async () => {
    const [policy, rule] = [ruleOf('PolicyEntity'), ruleOf('PolicyRule')]
    const path = `/api/v1/policies/${policy?.id}/rules/${rule?.id}`
    const whole = await service.request<{ actions: object }>('GET', path)
    const denying = { ...whole, actions: { ...whole.actions, signon: { access: 'DENY' } } }
    const { request } = service
    await request('PUT', path, denying)
    await page.reload()
    await expect(both(page)).toContainText('Today’s verdict differs: allowed then, denied now.')
    await request('PUT', path, whole)
  })
})

test('an event whose application was deleted says so, and is simulated without it', async ({ page }) => {
  const event = await eventOf(OPENED_AN_APP)
  const app = event.target?.find(({ type }) => type === 'AppInstance')
  const headers = { authorization: `SSWS ${service.token}` }
  const path = `${service.url}/api/v1/apps/${app?.id}`
  await fetch(`${path}/lifecycle/deactivate`, { method: 'POST', headers })
  expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(204)

  await open(page, '/audit?range=month&filter=' + encodeURIComponent(`uuid eq "${event.uuid}"`))
  const found = page.getByRole('table', { name: 'Audit log' }).locator('tbody time')
  await expect(found).toHaveCount(1)
  await found.click({ button: 'right' })
  await page.getByText('Simulate this sign-in').click()
  await expect(both(page)).toContainText('The application of this event no longer exists.')
  await both(page).getByRole('button', { name: 'Simulate without it' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the events around one are shown with it in the middle, still open', async ({ page }) => {
  const event = await eventOf(OPENED_AN_APP)
  await open(page, `/audit?range=month&event=${event.uuid}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('group', { name: 'Events around this one' }).getByRole('button', { name: /^All/ }).click()
  await expect(page.getByRole('row', { selected: true }).or(page.locator('tr[aria-current="true"]'))).toBeInViewport()
  await expect(drawer).toContainText(event.eventType)
  const times = page.locator('tbody time')
  // The rows of before stay until those around it are read.
  const furthestMs = async () => {
    const shown = await times.evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')))
    return Math.max(...shown.map((time) => Math.abs(time - Date.parse(event.published))))
  }
  await expect.poll(furthestMs).toBeLessThanOrEqual(5 * 60_000)
})
