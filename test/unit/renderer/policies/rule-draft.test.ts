import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY_TYPE_NAMES, policyType } from '#contract/policy/policy-types.ts'
import { ruleWriteSchema } from '#contract/policy/policy.ts'
import {
  asksNothing,
  blankRule,
  problemsOf,
  RULE_TEXTS,
  toBody,
  toForm,
  withCondition,
  withoutCondition,
  withValue,
  type RuleJson,
} from '#ui/features/policies/rule/rule-draft.ts'
import { ruleConditions } from '../../../helpers/policy-arbitraries.ts'

const SIGN_ON: RuleJson = {
  name: 'Contractors',
  status: 'ACTIVE',
  priority: 2,
  conditions: {
    people: { users: { exclude: [] } },
    network: { connection: 'ZONE', include: ['nzo1'] },
    authContext: { authType: 'ANY' },
  },
  actions: { signon: { access: 'DENY' } },
  type: 'SIGN_ON',
}

describe('the two editor of a rule', () => {
  it('form and back gives the same rule, for every kind of condition', () => {
    fc.assert(
      fc.property(ruleConditions, fc.jsonValue(), (conditions, further) => {
        const rule: RuleJson = { name: 'r', conditions, actions: { any: further }, further }
        expect(toBody(toForm(rule))).toEqual(rule)
      }),
    )
  })

  it('form and back gives the same rule, for any JSON in its conditions', () => {
    const anything = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.option(anything), (conditions) => {
        const rule: RuleJson = { conditions }
        expect(toBody(toForm(rule))).toEqual(rule)
      }),
    )
  })

  it('keeps a rule without conditions apart from one whose conditions are null or empty', () => {
    for (const rule of [{ name: 'r' }, { name: 'r', conditions: null }, { name: 'r', conditions: {} }])
      expect(toBody(toForm(rule))).toEqual(rule)
  })

  it('the text of a rule reads back as the same rule', () => {
    fc.assert(
      fc.property(ruleConditions, (conditions) => {
        const rule: RuleJson = { ...SIGN_ON, conditions, extra: [1] }
        expect(RULE_TEXTS.read(RULE_TEXTS.write(rule))).toEqual({ json: rule })
      }),
    )
  })

  it('text that is no rule says why, and is not taken over', () => {
    expect(RULE_TEXTS.read('{ "name": ')).toMatchObject({ problem: expect.stringContaining('not JSON') as string })
    expect(RULE_TEXTS.read('[]')).toMatchObject({ problem: expect.stringContaining('object') as string })
    expect(RULE_TEXTS.read('{"conditions": "x"}')).toMatchObject({ problem: '“conditions” must be an object or null.' })
  })
})

describe('conditions in the form', () => {
  it('what asks for nothing is out of sight but not lost', () => {
    const form = toForm(SIGN_ON)
    expect(form.cards.map((card) => card.key)).toEqual(['network'])
    expect(toBody(form)).toEqual(SIGN_ON)
  })

  it('a condition that asks for nothing yet stays in sight while it is edited', () => {
    expect(toForm(SIGN_ON, ['people']).cards.map((card) => card.key)).toContain('people')
  })

  it('adding, changing and removing touch no other condition', () => {
    const added = withCondition(toForm(SIGN_ON), 'riskScore', { level: 'HIGH' })
    expect(toBody(added).conditions).toEqual({ ...SIGN_ON.conditions, riskScore: { level: 'HIGH' } })
    const changed = withValue(added, 'riskScore', { level: 'LOW' })
    expect(toBody(changed).conditions).toMatchObject({ riskScore: { level: 'LOW' } })
    expect(toBody(withoutCondition(changed, 'riskScore'))).toEqual(SIGN_ON)
  })

  it('adding one that stood by quietly brings it into sight once', () => {
    const form = withCondition(toForm(SIGN_ON), 'people', {})
    expect(form.cards.filter((card) => card.key === 'people')).toHaveLength(1)
    expect(form.quiet).not.toHaveProperty('people')
    expect(withCondition(form, 'people', { groups: {} })).toBe(form)
  })

  it('a broken condition is never taken for one that asks for nothing', () => {
    expect(asksNothing('network', { connection: 'ANYWHERE' })).toBe(true)
    for (const broken of [null, 'x', 3, { connection: 'ZONE', include: 7 }])
      expect(asksNothing('network', broken)).toBe(false)
    expect(asksNothing('neverHeardOf', {})).toBe(false)
  })
})

describe('a new rule', () => {
  it.each(POLICY_TYPE_NAMES.filter((type) => policyType(type).maxRules !== 1))(
    'of a %s policy lacks nothing but its name',
    (type) => {
      const rule = blankRule(type, 'identity', null)
      expect(problemsOf(rule).map((problem) => problem.path)).toEqual(['name'])
      expect(ruleWriteSchema.safeParse({ ...rule, name: 'A rule' }).success).toBe(true)
    },
  )

  it('names the first factor on Identity Engine only', () => {
    expect(blankRule('SVC_SIGN_ON', 'identity', 1).actions).toHaveProperty('signon.primaryFactor')
    expect(blankRule('SVC_SIGN_ON', 'classic', 1).actions).not.toHaveProperty('signon.primaryFactor')
  })

  it('problems carry the path that the service would name', () => {
    const rule = {
      ...blankRule('ACCESS_POLICY', 'identity', null),
      name: 'r',
      conditions: { network: { connection: 'ZONE' } },
    }
    expect(problemsOf(rule)).toEqual([
      { path: 'conditions.network.include', message: 'ZONE needs zones in include or exclude' },
    ])
  })
})
