import type { Policy, PolicyWriteInput, Rule, RuleWriteInput } from '#contract/policy/policy.ts'

/** The body that replaces a policy: every writable field as it is, with the changes. */
export function policyBody(policy: Policy, changes: Partial<PolicyWriteInput> = {}): PolicyWriteInput {
  const { type, name, description, status, priority, conditions } = policy
  const settings = policy.settings ? { settings: policy.settings } : {}
  return { type, name, description, status, priority, conditions, ...settings, ...changes }
}

/** The body that replaces a rule. */
export function ruleBody(rule: Rule, changes: Partial<RuleWriteInput> = {}): RuleWriteInput {
  const { type, name, status, priority, conditions, actions } = rule
  return { type, name, status, priority, conditions, actions, ...changes }
}

/** A free name for a copy: "Copy of Staff", "Copy of Staff 2" and so on. */
export function copyName(name: string, taken: readonly string[]): string {
  const first = `Copy of ${name}`
  if (!taken.includes(first)) return first
  let number = 2
  while (taken.includes(`${first} ${number}`)) number += 1
  return `${first} ${number}`
}
