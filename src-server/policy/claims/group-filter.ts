import type { GroupFilterType } from '#contract/apps/modes/federation.ts'

type Test = (name: string) => boolean

/** Makes a test of whole texts of a regular expression, or says what is wrong with it, as the end of a sentence. */
export type CompilePattern = (source: string) => Test | string

type Filters = Readonly<Record<GroupFilterType, (value: string, compilePattern: CompilePattern) => Test | string>>

const FILTERS: Filters = {
  STARTS_WITH: (value) => (name) => name.startsWith(value),
  EQUALS: (value) => (name) => name === value,
  CONTAINS: (value) => (name) => name.includes(value),
  REGEX: (value, compilePattern) => compilePattern(value),
}

/** The test of names of groups that a filter of assertions and tokens makes; a pattern has to fit the whole name. */
export function groupFilter(type: GroupFilterType, value: string, compilePattern: CompilePattern): Test | string {
  return FILTERS[type](value, compilePattern)
}
