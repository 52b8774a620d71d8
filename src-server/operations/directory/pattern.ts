import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'
import { LIMITS } from '#contract/interface/limits.ts'

/** Holds a text against a pattern, the text as a whole. */
type Pattern = (text: string) => boolean

const compiled = new LRUCache<string, Pattern | string>({ max: 200, memoMethod: compile })

/**
 * Compiles a pattern that came from outside. WHY not the language's own: it backtracks, so that one pattern can keep the service busy
 * for hours. This engine takes time in proportion to pattern and text, both of which are bounded; look-around and back references are
 * not part of its language (RE2).
 * @returns the pattern, or what is wrong with it
 */
export function compilePattern(source: string): Pattern | string {
  return compiled.memo(source)
}

function compile(source: string): Pattern | string {
  try {
    const pattern = RE2JS.compile(source)
    if (pattern.programSize() > LIMITS.patternSize) return 'is too large; use fewer or smaller repetitions'
    return (text) => text.length <= LIMITS.patternTextLength && pattern.matches(text)
  } catch {
    return 'is no regular expression that is taken here (RE2: without look-around and back references)'
  }
}
