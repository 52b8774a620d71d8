import type { RoutingTest } from '#contract/gatehouse/routing-test.ts'

/** Why no one is sent to what a rule names, one sentence each. */
export function strandedText({ inactive, unknownNames }: Pick<RoutingTest, 'inactive' | 'unknownNames'>): string[] {
  return [
    ...inactive.map(({ name }) => `The rule names ${name}, which is inactive: no one is sent there.`),
    ...unknownNames.map((name) => `The rule gives the name “${name}”, which no active provider has.`),
  ]
}
