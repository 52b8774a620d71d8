/** Where the value at a path is in a JSON text, so that a schema's message can be shown beside it. */

interface Span {
  from: number
  to: number
}

const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y
const SPACE = /[\s,:]*/y

function match(pattern: RegExp, text: string, at: number): string {
  const sticky = new RegExp(pattern.source, 'y')
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}

/**
 * The spans of all values by path (`actions.signon.access`, list items by index); the whole is ''. What is inside a key
 * that is empty or has a dot is left out, as no path leads there alone. The text must be valid JSON.
 */
export function jsonPositions(text: string): Map<string, Span> {
  const spans = new Map<string, Span>()
  let at = 0
  const skip = () => (at += match(SPACE, text, at).length)

  function join(path: string | undefined, key: string): string | undefined {
    if (path === undefined || key === '' || key.includes('.')) return undefined
    return path ? `${path}.${key}` : key
  }

  function value(path: string | undefined) {
    skip()
    const from = at
    const open = text[at]
    if (open === '{' || open === '[') container(path, open)
    else at += Math.max(1, match(SCALAR, text, at).length)
    if (path !== undefined) spans.set(path, { from, to: at })
  }

  function container(path: string | undefined, open: '{' | '[') {
    const close = open === '{' ? '}' : ']'
    at += 1
    for (let index = 0; at < text.length; index += 1) {
      skip()
      if (text[at] === close) break
      if (open === '[') value(join(path, String(index)))
      else {
        const key = match(SCALAR, text, at)
        at += Math.max(1, key.length)
        value(join(path, key ? (JSON.parse(key) as string) : ''))
      }
    }
    at += 1
  }

  value('')
  return spans
}

/** The span of the path, or of the nearest thing around it that is there. */
export function nearestSpan(spans: ReadonlyMap<string, Span>, path: string): Span {
  for (let steps = path.split('.'); steps.length; steps = steps.slice(0, -1)) {
    const span = spans.get(steps.join('.'))
    if (span) return span
  }
  return spans.get('') ?? { from: 0, to: 0 }
}
