import { policyTestWriteSchema, type PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { yamlText } from '#sync/sides/folder/yaml-text.ts'
import { readNamedList, type Listed } from './named-list.ts'

/** The cases of YAML or JSON files: `tests:`, and below it a list of policy tests. @throws as {@link readNamedList} */
export const readCases = (files: readonly string[]): Promise<Listed<PolicyTestWrite>[]> =>
  readNamedList(files, {
    ...{ key: 'tests', noun: 'case', plural: 'policy tests' },
    ...{ schema: policyTestWriteSchema, max: LIMITS.policyTests },
  })

/** Text of a file with these cases, which {@link readCases} reads. */
export function casesText(tests: readonly PolicyTestWrite[]): string {
  const written = tests.map(({ name, description, request, expect }) => ({
    name,
    ...(description && { description }),
    request: withoutNulls(request),
    expect: withoutNulls(expect),
  }))
  return yamlText({ tests: written }, 'Policy tests: gatehouse test --cases')
}

/** WHY `factors` stays: null expects that none is asked for. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, inner]) => inner !== null || key === 'factors')
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
}
