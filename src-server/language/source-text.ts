/** Characters of a source, from `start` up to but without `end`, counted from 0 in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** Something wrong with a text that a person wrote. Line and column count from 1; the message names them already. */
export interface Problem extends Span {
  message: string
  line: number
  column: number
}

/** Ends a parse; carries the problem. */
export class SyntaxProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Line and column of an offset, both from 1; columns count UTF-16 units, as editors do. */
function positionOf(source: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** A problem whose sentence ends in its place. */
export function problemAt(source: string, { start, end }: Span, sentence: string): Problem {
  const position = positionOf(source, start)
  return { message: `${sentence} (at ${position.line}:${position.column})`, start, end, ...position }
}

/** A problem in the form of "expected … at 1:14, found …". */
export function expectedAt(source: string, { start, end }: Span, expected: string, found: string): Problem {
  const position = positionOf(source, start)
  return {
    message: `expected ${expected} at ${position.line}:${position.column}, found ${found}`,
    start,
    end,
    ...position,
  }
}

const MAX_QUOTED = 40

/** A piece of the user's own text in backticks, shortened. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return `\`${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}\``
}

const MAX_COMPARED = 40

/** ", did you mean …" for the nearest of the names; nothing when none is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0]
  return near ? `; did you mean \`${near.candidate}\`?` : ''
}

function editDistance(a: string, b: string): number {
  if (a.length > MAX_COMPARED || b.length > MAX_COMPARED) return Infinity
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const swap = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? Infinity
}

const SPACE = /\s+/y

/** What a sticky pattern finds at a place; null when it finds nothing there. */
export function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? null
}

/**
 * Cuts a source into tokens; space parts them and means nothing.
 * @param tokenAt reads the token that starts at a place
 */
export function cutTokens<Token extends Span>(source: string, tokenAt: (start: number) => Token): Token[] {
  const tokens: Token[] = []
  const skipSpace = (at: number) => at + (matchAt(SPACE, source, at)?.length ?? 0)
  for (let at = skipSpace(0); at < source.length; at = skipSpace(tokens.at(-1)?.end ?? at)) tokens.push(tokenAt(at))
  return tokens
}

/** After so many broken pieces the rest counts as one, which bounds what a text of another language costs. */
const MAX_BROKEN = 50

/**
 * Cuts an unfinished text, for highlighting and completion: without gaps except for space; what starts no token
 * becomes a broken one.
 * @param tokenAt reads the token that starts at a place, or throws a SyntaxProblem
 * @param looseText a text with or without its end, whatever its escapes; sticky
 */
export function cutLeniently<Token extends Span>(
  source: string,
  tokenAt: (start: number) => Token,
  brokenAt: (text: string, span: Span) => Token,
  looseText: RegExp,
): Token[] {
  let broken = 0
  const breakAt = (start: number, end: number) => {
    broken += 1
    return brokenAt(source.slice(start, end), { start, end })
  }
  return cutTokens(source, (start) => {
    if (broken >= MAX_BROKEN) return breakAt(start, source.length)
    try {
      return tokenAt(start)
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error
      const text = matchAt(looseText, source, start)
      return breakAt(start, text === null ? error.problem.end : start + text.length)
    }
  })
}
