// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PolicyTestCoverage } from '#contract/gatehouse/policy-test.ts'
import CoverageCard from '#ui/features/simulate/tests/CoverageCard.vue'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

afterEach(() => vi.unstubAllGlobals())

const RULES = [
  { id: 'r1', name: 'Off', status: 'INACTIVE', priority: 1, system: false },
  { id: 'r2', name: 'First', status: 'ACTIVE', priority: 2, system: false },
  {
    id: 'r3',
    name: 'At risk',
    status: 'ACTIVE',
    priority: 3,
    system: false,
    conditions: { riskScore: { level: 'HIGH' } },
  },
]
const coverage = (decides: boolean): PolicyTestCoverage => ({
  ...{ rules: { covered: 0, total: 1 }, conditions: { covered: 0, total: 0 }, more: 0 },
  uncovered: [
    {
      ...{ policyType: 'SVC_SIGN_ON', policyId: 'p1', policyName: 'Staff', ruleId: 'r3', ruleName: 'At risk' },
      ...{ decides, conditions: [{ path: 'riskScore', met: true, unmet: false }] },
    },
  ],
})
const BUTTON = 'button[aria-label="Open an example sign-in of At risk in Simulate"]'

async function opened(example: object | null) {
  const asked: PageRequest[] = []
  answerPage((request) => {
    asked.push(request)
    return Response.json(request.method === 'GET' ? RULES : { draft: null, others: [], example })
  })
  const { page, router } = await mountPage(CoverageCard, { props: { coverage: coverage(false) } })
  await page.get(BUTTON).trigger('click')
  await flushPromises()
  return { page, router, sent: asked.find(({ method }) => method === 'POST')?.body }
}

describe('a rule that decides in no test', () => {
  it('opens a sign-in in Simulate that it would decide in its place', async () => {
    const { router, sent } = await opened({ request: { policyContext: { risk: { level: 'HIGH' } } }, needs: [] })
    const conditions = { riskScore: { level: 'HIGH' } }
    expect(sent).toMatchObject({ policyId: 'p1', ruleId: 'r3', place: 1, conditions })
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/simulate'))
    expect(router.currentRoute.value.query).toMatchObject({ risk: 'HIGH' })
  })

  it('says so where no sign-in is found, and stays', async () => {
    const { page, router } = await opened(null)
    await vi.waitFor(() => expect(document.body.textContent).toContain('No sign-in was found that “At risk” decides'))
    expect(router.currentRoute.value.path).toBe('/')
    expect(page.get(BUTTON).attributes('disabled')).toBeUndefined()
  })

  it('has no example where it decides in one, and only some condition is untried', async () => {
    const { page } = await mountPage(CoverageCard, { props: { coverage: coverage(true) } })
    expect(page.find(BUTTON).exists()).toBe(false)
  })
})
