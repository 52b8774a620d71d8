// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import FaultsCard from '#ui/features/settings/FaultsCard.vue'
import { faultText } from '#ui/features/settings/fault-text.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'

const service = useServicePage()
const WAIT = { timeout: 60_000 }

it('turns a plan on as it stands there, says what clients meet, and turns it off', async () => {
  const { page } = await mountPage(FaultsCard, { address: { path: '/' } })
  await vi.waitFor(() => expect(page.text()).toContain('Turn faults on'), WAIT)
  await pressButton('Turn faults on')
  await vi.waitFor(() => expect(page.findAll('tbody tr')).toHaveLength(2), WAIT)
  const { body } = await service.client.call('getFaults', {})
  expect(body.plan?.rules.map(({ fault }) => fault.type)).toEqual(['STATUS', 'SLOW'])
  expect(page.get('tbody').text()).toContain('Refused with 429, again after 5 s (10 %)')
  await pressButton('Turn faults off')
  await vi.waitFor(() => expect(page.text()).toContain('Turn faults on'), WAIT)
  await flushPromises()
  expect((await service.client.call('getFaults', {})).body.plan).toBeNull()
})

it('keeps a plan that was on, to be turned on again', async () => {
  const plan = { seed: 7, rules: [{ path: '/api/v1/groups', share: 1, fault: { type: 'CUT' as const, bytes: 3 } }] }
  await service.client.call('replaceFaults', { body: { plan } })
  const { page } = await mountPage(FaultsCard, { address: { path: '/' } })
  await vi.waitFor(() => expect(page.find('tbody').exists()).toBe(true), WAIT)
  await pressButton('Turn faults off')
  await pressButton('Turn faults on')
  await vi.waitFor(() => expect(page.find('tbody').exists()).toBe(true), WAIT)
  expect((await service.client.call('getFaults', {})).body.plan).toEqual(plan)
  await service.client.call('replaceFaults', { body: { plan: null } })
})

it.each([
  [{ type: 'STATUS', status: 500 }, 'Refused with 500'],
  [{ type: 'CUT', bytes: 12 }, 'Cut off after 12 bytes'],
  [{ type: 'CHANGED' }, 'Object changed by somebody else before'],
  [{ type: 'REPEATED_PAGE' }, 'The same page again as the next one'],
] as const)('says what %j is', (fault, words) => {
  expect(faultText({ path: '/api/v1/x', share: 1, fault })).toEqual({ requests: '/api/v1/x', fault: words })
})

it('says of which requests, and how many', () => {
  const rule = {
    path: '/api/v1/x',
    methods: ['PUT' as const],
    share: 0.25,
    most: 3,
    fault: { type: 'CHANGED' as const },
  }
  expect(faultText(rule)).toEqual({
    requests: 'PUT /api/v1/x',
    fault: 'Object changed by somebody else before (25 %, at most 3)',
  })
})
