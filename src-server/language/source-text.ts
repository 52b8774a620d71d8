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

/** Ends a parse with a problem at a place. @throws SyntaxProblem always */
export function failAt(source: string, span: Span, sentence: string): never {
  throw new SyntaxProblem(problemAt(source, span, sentence))
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
