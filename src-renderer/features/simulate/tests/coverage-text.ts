import type { PolicyTestCoverage, UncoveredRule } from '#contract/gatehouse/policy-test.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { conditionLabel } from '../path/verdict-path.ts'

/** "network", "group (excluded)", "device managed". */
function pathText(path: string): string {
  const [condition, part = ''] = path.split('.')
  const label = conditionLabel(path).toLowerCase()
  if (path.endsWith('.exclude')) return `${label} (excluded)`
  return condition === 'device' ? `${label} ${part}` : label
}

/** "decides in no test; never met: network, group (excluded)". */
export function uncoveredText({ decides, conditions }: UncoveredRule): string {
  const paths = (some: UncoveredRule['conditions'], label: string) =>
    some.length > 0 ? [`${label}: ${[...new Set(some.map(({ path }) => pathText(path)))].join(', ')}`] : []
  const parts = [
    ...(decides === false ? ['decides in no test'] : []),
    ...paths(
      conditions.filter(({ met }) => !met),
      'never met',
    ),
    ...paths(
      conditions.filter(({ met, unmet }) => met && !unmet),
      'always met',
    ),
  ]
  return parts.join('; ')
}

/** What is not covered, by the type of policy. */
export function byType(
  uncovered: readonly UncoveredRule[],
): { type: PolicyType; label: string; rules: UncoveredRule[] }[] {
  return [...Map.groupBy(uncovered, ({ policyType: type }) => type)].map(([type, rules]) => ({
    ...{ type, rules },
    label: policyType(type).label,
  }))
}

/** "3 of 40 rules decide in a test. 5 of 60 conditions are met in one test and not in another." */
export function coverageText({ rules, conditions }: Pick<PolicyTestCoverage, 'rules' | 'conditions'>): string {
  return (
    `${rules.covered} of ${rules.total} active rules decide in a test. ` +
    `${conditions.covered} of ${conditions.total} conditions are met in one test and not met in another.`
  )
}
