import type { PolicyTestResult } from '#contract/gatehouse/policy-test.ts'
import { element, xmlOf, type XmlElement } from '#operations/federation/xml.ts'

/** A result with where its case is from: a file, or the workspace. */
export interface PlacedResult {
  readonly source: string
  readonly result: PolicyTestResult
}

const counts = (results: readonly PlacedResult[]) => ({
  tests: String(results.length),
  failures: String(results.filter(({ result }) => !result.passed && result.problem === null).length),
  errors: String(results.filter(({ result }) => result.problem !== null).length),
})

/** Results as JUnit XML: a suite for each file. What cannot be simulated is an error, what came otherwise a failure. */
export async function junitText(results: readonly PlacedResult[]): Promise<string> {
  const suites = [...Map.groupBy(results, ({ source }) => source)].map(([source, own]) =>
    element('testsuite', { name: source, ...counts(own) }, own.map(caseOf)),
  )
  const root = element('testsuites', { name: 'Gatehouse policy tests', ...counts(results) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${await xmlOf(root)}\n`
}

function caseOf({ source, result }: PlacedResult): XmlElement {
  return element('testcase', { classname: source, name: result.name }, outcomeOf(result))
}

function outcomeOf(result: PolicyTestResult): XmlElement[] {
  if (result.passed) return []
  const lines = failureLines(result)
  const [message = ''] = lines
  const [name, type] = result.problem === null ? ['failure', 'expectation'] : ['error', 'sign-in']
  return [element(name, { message, type }, [lines.join('\n')])]
}

/** What came otherwise than expected, and why; a line each. */
export function failureLines({ problem, checks, reasons }: PolicyTestResult): string[] {
  if (problem !== null) return [problem]
  const failed = checks.flatMap(({ passed, text }) => (passed ? [] : [text]))
  return [...failed, ...reasons.map(({ text }) => text)]
}
