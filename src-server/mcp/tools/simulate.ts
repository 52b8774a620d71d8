import { z } from 'zod'
import type { ConditionExplanation, Explanation, ExplanationReply } from '#contract/policy/simulation.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { countBy, tool } from '../tool.ts'

const { policyTypes, appInstance, policyContext } = ROUTES.explainPolicies.body.shape

/** What both say of the sign-in as a whole. */
const wholeOf = ({ blockedBy, unreached, answer }: ExplanationReply) => ({
  ...answer,
  ...(blockedBy && { blockedBy }),
  ...(unreached.length > 0 && { unreached }),
})

/** How many of the rules that were reached match, and so on. */
const countsOf = ({ explanations }: ExplanationReply) => ({
  policyTypes: explanations.length,
  policies: explanations.reduce((sum, { path }) => sum + path.length, 0),
  rules: explanations.reduce((sum, { path }) => sum + path.reduce((all, { rules }) => all + rules.length, 0), 0),
  ...countBy(explanations, ({ status }) => status),
})

const outcomeRow = ({ policyType, status, summary, outcome, matched }: Explanation) => ({
  ...{ policyType, status, summary, comesTo: outcome.text, certain: outcome.certain },
  ...(matched && {
    policy: named(matched.policyId, matched.policyName),
    rule: named(matched.ruleId, matched.ruleName),
  }),
  ...(matched && { effects: matched.effects }),
})

const named = (id: string, name: string) => ({ id, name })

const conditionText = ({ path, status, expected, actual, missing }: ConditionExplanation) =>
  `${status} ${path}: expected ${expected}; found ${actual}${missing === null ? '' : `; ${missing} would decide it`}`

/** Each policy that was reached, then each of its rules. */
const pathRows = ({ policyType, path }: Explanation) =>
  path.flatMap(({ id, name, priority, status, conditions, rules }) => [
    { policyType, policy: named(id, name), priority, status, conditions: conditions.map(conditionText) },
    ...rules.map((rule) => ({
      ...{ policyType, policy: named(id, name), rule: named(rule.id, rule.name), priority: rule.priority },
      ...{ status: rule.status, conditions: rule.conditions.map(conditionText) },
      ...(rule.counterfactual && { wouldMatch: rule.counterfactual.summary }),
    })),
  ])

const input = z.strictObject({
  appInstance: appInstance.meta({
    description: 'Id of the application; absent: the sign-in to the organization alone',
  }),
  policyTypes: policyTypes.meta({ description: 'Only policies of these types; absent: of all' }),
  policyContext,
})

const bodyOf = ({ appInstance, policyTypes, policyContext }: z.input<typeof input>) => ({
  ...{ appInstance, policyTypes, policyContext },
})

/** What a sign-in comes to, and why. */
export const simulateTools = [
  tool({
    name: 'simulate',
    title: 'Simulate a sign-in',
    description:
      'Says whether a person gets into an application, with which factors and how certainly, and which rule of each type of policy decides. What the context leaves out is unknown: the answer then says what it depends on.',
    needs: ['explainPolicies'],
    input,
    async answer({ given, service }) {
      const reply = await service.call('explainPolicies', { body: bodyOf(given) })
      return { counts: countsOf(reply), facts: wholeOf(reply), rows: reply.explanations.map(outcomeRow) }
    },
  }),
  tool({
    name: 'explain',
    title: 'Explain a sign-in',
    description:
      'As `simulate`, with every policy and rule that was looked at, in order: each condition with what it expects and what was found, and the smallest change by which a rule would match. Name `policyTypes` to keep it short.',
    needs: ['explainPolicies'],
    input,
    async answer({ given, service }) {
      const reply = await service.call('explainPolicies', { body: bodyOf(given) })
      return { counts: countsOf(reply), facts: wholeOf(reply), rows: reply.explanations.flatMap(pathRows) }
    },
  }),
]
