// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import type { App } from '#contract/apps/app.ts'
import type { GroupRule } from '#contract/directory/group-rule.ts'
import type { Zone } from '#contract/policy/zone.ts'
import BulkPreview from '#ui/features/directory/group-rules/BulkPreview.vue'
import { applications } from '#ui/features/applications/applications.ts'
import { applicationActions } from '#ui/features/applications/list/application-bulk.ts'
import { groupRules } from '#ui/features/directory/group-rules/group-rules.ts'
import { zones } from '#ui/features/networks/zones.ts'
import { reviewStep } from '#ui/api/review-steps.ts'
import { bulkActionsOf, type BulkAction } from '#ui/resource/list/bulk.ts'
import BulkDialog from '#ui/resource/list/BulkDialog.vue'
import BulkTargetField from '#ui/resource/list/BulkTargetField.vue'
import { useNamesStore } from '#ui/stores/names.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const NO_ONE = { id: 'crv1', considered: 9, affected: 0, effects: [], notes: [] }
const LOSS = { effect: 'LOSES_ACCESS', people: 2, sample: [], cases: [], moreCases: 0 }

/** What was asked of the service, and how it answers a review. */
let asked: { path: string; method: string; reason: string | null; body: unknown }[] = []
let review: () => Response = () => Response.json(NO_ONE)

function answer(address: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
  const { pathname: path } = new URL(address, 'http://x')
  const reason = new Headers(headers).get('X-Change-Reason')
  asked.push({ path, method, reason, body: typeof body === 'string' ? JSON.parse(body) : null })
  if (path.endsWith('/change-reviews')) return Promise.resolve(review())
  return Promise.resolve(Response.json([]))
}

beforeEach(() => {
  asked = []
  review = () => Response.json(NO_ONE)
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

const open = (amount: number, key = 'deactivate') =>
  openWith(
    bulkActionsOf(zones, {}).find((one) => one.key === key)!,
    amount,
  )

async function openWith(action: BulkAction<Zone>, amount: number) {
  const objects = Array.from(
    { length: amount },
    (_, at) => ({ id: `nzo${at}`, name: `Zone ${at}`, status: 'ACTIVE' }) as Zone,
  )
  return show({ resource: zones, action, objects })
}

async function show(props: object) {
  const { page } = await mountPage(BulkDialog as Component, { props })
  const dialog = () => document.querySelector('[role=dialog]')!
  const submit = () => dialog().querySelector<HTMLButtonElement>('button[type=submit]')!
  const field = (label: string) => {
    const found = [...dialog().querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label))
    return found ? document.getElementById(found.htmlFor) : null
  }
  return { page, dialog, submit, field }
}

it('one review shows what many changes do together, and each is made with the reason', async () => {
  const { dialog, submit, field } = await open(2)
  const steps = ['nzo0', 'nzo1'].map((zoneId) => ({ operation: 'deactivateZone', params: { zoneId }, query: {} }))
  expect(asked.filter(({ path }) => path.endsWith('/change-reviews')).map(({ body }) => body)).toEqual([{ steps }])
  expect(dialog().textContent).toContain('No person is affected.')
  const reason = field('Reason') as HTMLInputElement
  reason.value = 'The office moves'
  reason.dispatchEvent(new Event('input'))
  await flushPromises()
  expect(submit().disabled).toBe(false)
  dialog()
    .querySelector('form')!
    .dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  const made = asked.filter(({ path }) => path.endsWith('/lifecycle/deactivate'))
  expect(made.map(({ path, reason: given }) => [path.split('/').at(-3), decodeURIComponent(given ?? '')])).toEqual([
    ['nzo0', 'The office moves'],
    ['nzo1', 'The office moves'],
  ])
})

it('its title and its button say the act and how many', async () => {
  const { dialog, submit } = await open(3)
  const said = () => [dialog().querySelector('h2')?.textContent, submit().textContent?.trim()]
  expect(said()).toEqual(['Deactivate 3 network zones', 'Deactivate 3 network zones'])
})

it('an act that has a sentence of its own says it, and what they are given once that is chosen', async () => {
  const action = applicationActions('identity').find(({ key }) => key === 'group')!
  const objects = ['Wiki', 'Build server'].map((label) => ({ id: label, label }) as App)
  const { page, dialog, submit } = await show({ resource: applications, action, objects })
  const said = () => [dialog().querySelector('h2')?.textContent, submit().textContent?.trim()]
  expect(said()).toEqual(['Assign a group to 2 applications', 'Assign a group to 2 applications'])
  useNamesStore().learn({ id: '00g1', name: 'Engineering' })
  page.findComponent(BulkTargetField).vm.$emit('update:modelValue', '00g1')
  await flushPromises()
  expect(said()).toEqual(['Assign Engineering to 2 applications', 'Assign Engineering to 2 applications'])
})

it('where people lose access, the act has to be typed', async () => {
  review = () => Response.json({ ...NO_ONE, affected: 2, effects: [LOSS] })
  const { submit, field } = await open(2)
  expect([submit().disabled, field('Type “deactivate 2”') !== null]).toEqual([true, true])
})

it('a refusal names the one that is refused, and the act has to be typed', async () => {
  const location = 'steps[1].body.status'
  const causes = [{ errorSummary: `${location}: cannot be switched`, location }]
  review = () =>
    Response.json(
      { errorCode: 'E0000001', errorSummary: 'Refused', errorId: 'x', errorCauses: causes },
      { status: 400 },
    )
  const { dialog, submit, field } = await open(2)
  expect(dialog().querySelector('[role=alert]')?.textContent).toContain('Zone 1: Refused')
  expect([submit().disabled, field('Type “deactivate 2”') !== null]).toEqual([true, true])
})

it('more than can be reviewed at once are not begun', async () => {
  const { dialog, submit } = await open(101)
  expect(dialog().querySelector('[role=alert]')?.textContent).toBe('At most 100 can be reviewed at once. Choose fewer.')
  expect(submit().disabled).toBe(true)
  expect(asked.some(({ path }) => path.endsWith('/change-reviews'))).toBe(false)
})

it('what many are given is reviewed once it is chosen, and not before', async () => {
  const act = vi.fn(() => Promise.resolve())
  const action: BulkAction<Zone> = {
    ...{ key: 'give', label: 'Give', done: 'given', namable: false },
    target: { label: 'What they get', choices: () => Promise.resolve([{ value: 'nzo9', label: 'Nine' }]) },
    steps: ({ id }, target) => [reviewStep('deactivateZone', { params: { zoneId: `${id}-${target}` } })],
    run: act,
  }
  const { page, submit } = await openWith(action, 2)
  const reviews = () => asked.filter(({ path }) => path.endsWith('/change-reviews'))
  expect([reviews().length, submit().disabled]).toEqual([0, true])
  page.findComponent(BulkTargetField).vm.$emit('update:modelValue', 'nzo9')
  await flushPromises()
  const ids = (reviews()[0]?.body as { steps: { params: object }[] }).steps.map(({ params }) => params)
  expect(ids).toEqual([{ zoneId: 'nzo0-nzo9' }, { zoneId: 'nzo1-nzo9' }])
  expect(submit().disabled).toBe(false)
})

it('group rules are activated together once it is shown who joins and leaves by each', async () => {
  const rules = ['Sales', 'Staff'].map((name, at) => ({ id: `0pr${at}`, name, status: 'INACTIVE' }) as GroupRule)
  let reply: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) => {
    if (!address.endsWith('/bulk-previews')) return answer(address, options)
    void answer(address, options)
    return new Promise<Response>((resolve) => (reply = resolve))
  })
  const previews = { activate: { component: BulkPreview, most: 100 } }
  const action = bulkActionsOf(groupRules, { previews }).find(({ key }) => key === 'activate')!
  const { dialog, submit } = await show({ resource: groupRules, action, objects: rules })
  expect(asked.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['bulk-previews', { ruleIds: ['0pr0', '0pr1'] }],
  ])
  expect(submit().disabled).toBe(true)
  const counts = { matching: 9, undecided: 0, joins: 7, leaves: 2, conflicts: [] }
  const people = { people: 8, sample: [] }
  reply(
    Response.json({
      ...{ id: 'grv1', considered: 20, joins: people, leaves: { ...people, people: 2 }, groups: [], moreGroups: 0 },
      ...{ unsettled: 0, rules: rules.map(({ id, name }) => ({ id, name, ...counts })) },
    }),
  )
  await flushPromises()
  expect(dialog().textContent).toContain('8 people would join')
  expect(dialog().textContent).toContain('2 people would leave')
  const rows = [...dialog().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent?.trim()),
  )
  expect(rows).toEqual([
    ['Sales', '9', '7', '2'],
    ['Staff', '9', '7', '2'],
  ])
  expect(submit().disabled).toBe(false)
})

it('group rules whose preview failed are activated only once that was confirmed in words', async () => {
  const rules = ['Sales', 'Staff'].map((name, at) => ({ id: `0pr${at}`, name, status: 'INACTIVE' }) as GroupRule)
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) => {
    if (!address.endsWith('/bulk-previews')) return answer(address, options)
    return Promise.resolve(new Response(null, { status: 503 }))
  })
  const previews = { activate: { component: BulkPreview, most: 100 } }
  const action = bulkActionsOf(groupRules, { previews }).find(({ key }) => key === 'activate')!
  const { dialog, submit } = await show({ resource: groupRules, action, objects: rules })
  expect(dialog().textContent).toContain('The service answered with status 503')
  expect(submit().disabled).toBe(true)
  dialog()
    .querySelector('form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(asked).toEqual([])
  const input = dialog().querySelector<HTMLInputElement>('input') ?? expect.unreachable()
  input.value = 'activate 2'
  input.dispatchEvent(new Event('input'))
  await flushPromises()
  expect(submit().disabled).toBe(false)
})

it('what was typed for one preview does not confirm the next one', async () => {
  const rules = ['Sales', 'Staff'].map((name, at) => ({ id: `0pr${at}`, name, status: 'INACTIVE' }) as GroupRule)
  vi.stubGlobal('fetch', (address: string, options: RequestInit = {}) =>
    address.endsWith('/bulk-previews')
      ? Promise.resolve(new Response(null, { status: 503 }))
      : answer(address, options),
  )
  const previews = { activate: { component: BulkPreview, most: 100 } }
  const action = bulkActionsOf(groupRules, { previews }).find(({ key }) => key === 'activate')!
  const whole = { search: 'status eq "INACTIVE"', count: 2 }
  for (const props of [{}, { whole, action: { ...action, danger: true } }]) {
    const { page, dialog, submit } = await show({ resource: groupRules, action, objects: rules, ...props })
    const input = () => dialog().querySelector<HTMLInputElement>('input') ?? expect.unreachable()
    input().value = 'activate 2'
    input().dispatchEvent(new Event('input'))
    await flushPromises()
    expect(submit().disabled).toBe(false)
    const again = [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Try again'))
    again?.click()
    await flushPromises()
    expect([input().value, submit().disabled]).toEqual(['', true])
    page.unmount()
  }
})

it('more group rules than can be previewed are not begun', async () => {
  const rules = Array.from({ length: 3 }, (_, at) => ({ id: `0pr${at}`, name: 'R', status: 'INACTIVE' }) as GroupRule)
  const previews = { activate: { component: BulkPreview, most: 2 } }
  const action = bulkActionsOf(groupRules, { previews }).find(({ key }) => key === 'activate')!
  const { dialog, submit } = await show({ resource: groupRules, action, objects: rules })
  expect(dialog().textContent).toContain('At most 2 can be reviewed at once. Choose fewer.')
  expect([submit().disabled, asked]).toEqual([true, []])
})
