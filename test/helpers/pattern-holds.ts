import { compilePattern } from '#expression/index.ts'
import type { TextPattern } from '#policy/index.ts'

/** Whether a text matches a pattern that can be read, in plain words. */
export function patternHolds({ matchType, value }: TextPattern, text: string): boolean {
  const [low, part] = [text.toLowerCase(), value.toLowerCase()]
  const tests: Record<string, () => boolean> = {
    EQUALS: () => low === part,
    CONTAINS: () => low.includes(part),
    STARTS_WITH: () => low.startsWith(part),
    SUFFIX: () => low.endsWith(part),
    EXPRESSION: () => compilePattern(value)(text),
  }
  return tests[matchType]?.() ?? false
}
