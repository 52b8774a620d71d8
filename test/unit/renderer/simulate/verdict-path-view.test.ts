// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { Explanation, Verdict } from '#contract/policy/simulation.ts'
import { SCENARIO_ACTIONS } from '#ui/features/simulate/scenario-actions.ts'
import VerdictPath from '#ui/features/simulate/path/VerdictPath.vue'
import { condition, explanationOf } from './explanations.ts'

type Policy = Explanation['path'][number]

const REMEDY = {
  summary: 'The risk would have to be high.',
  changes: [{ path: 'policyContext.risk', value: { level: 'HIGH' }, text: 'Set the risk to high' }],
  verified: true,
}

function policy(name: string, status: Verdict, failing = 'people.groups.include'): Policy {
  const facts = { name, priority: 1, system: false, status }
  const rule = { ...facts, id: `${name} rule`, conditions: [], counterfactual: null }
  const passed = status === 'NOT_MATCH'
  return { ...facts, id: name, conditions: passed ? [condition(failing, status)] : [], rules: passed ? [] : [rule] }
}

function draw(path: Policy[]) {
  const tried: unknown[] = []
  const wrapper = mount(VerdictPath, {
    props: {
      explanation: { ...explanationOf('SVC_SIGN_ON', { ruleId: 'r', effects: ['Sign-in is allowed'] }), path },
      label: 'Path',
      lines: [{ text: 'Sign-in is allowed', mark: null }],
    },
    global: {
      stubs: { RouterLink: { template: '<a><slot /></a>' } },
      provide: {
        [SCENARIO_ACTIONS as symbol]: {
          ask: () => undefined,
          tryHere: (changes: unknown) => tried.push(changes),
          tryInCompare: null,
        },
      },
    },
  })
  return { wrapper, tried }
}

describe('the path as it is drawn', () => {
  it('draws a thousand policies as a line, and the one that decides with its outcome', () => {
    const passed = Array.from({ length: 1_000 }, (_, index) => policy(`P${index}`, 'NOT_MATCH'))
    const { wrapper } = draw([...passed, policy('Everybody', 'MATCH')])
    expect(wrapper.text()).toContain('1000 policies skipped: not in their groups')
    expect(wrapper.text()).toContain('Everybody')
    expect(wrapper.text()).toContain('Sign-in is allowed')
    expect(wrapper.findAll('li').length).toBeLessThan(10)
  })

  it('opens them fifty at a time', async () => {
    const passed = Array.from({ length: 1_000 }, (_, index) => policy(`P${index}`, 'NOT_MATCH'))
    const { wrapper } = draw([...passed, policy('Everybody', 'MATCH')])
    await wrapper.find('button').trigger('click')
    expect(wrapper.text()).toContain('P49')
    expect(wrapper.text()).not.toContain('P50')
    expect(wrapper.text()).toContain('950 left')
  })

  it('stays bounded where open policies stand between, and never hides the one that decides', () => {
    const mixed = Array.from({ length: 1_000 }, (_, index) =>
      policy(`P${index}`, index % 2 ? 'UNDEFINED' : 'NOT_MATCH'),
    )
    const { wrapper } = draw([...mixed, policy('Everybody', 'MATCH')])
    expect(wrapper.findAll('li').length).toBeLessThan(120)
    expect(wrapper.text()).toContain('Everybody')
  })

  it('offers what would make a rule match, and hands its changes on', async () => {
    const decided = policy('Everybody', 'MATCH')
    const [rule] = decided.rules
    if (!rule) throw new Error('a policy that decides has a rule')
    const missed = { ...rule, id: 'missed', status: 'NOT_MATCH' as const, counterfactual: REMEDY }
    const { wrapper, tried } = draw([
      { ...decided, rules: [{ ...missed, conditions: [condition('riskScore.level', 'NOT_MATCH')] }, rule] },
    ])
    const button = (words: string) => wrapper.findAll('button').find((one) => one.text().includes(words))
    await button('What would make this match?')?.trigger('click')
    expect(wrapper.text()).toContain(REMEDY.summary)
    expect(button('Try it beside')).toBeUndefined()
    await button('Try it')?.trigger('click')
    expect(tried).toEqual([REMEDY.changes])
  })
})
