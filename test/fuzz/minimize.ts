import { pathsOf, without } from './hostile.ts'
import type { WireRequest } from './send.ts'

/** Requests that looking for a smaller one may cost. */
const TRIES = 120

/**
 * The smallest request found that still fails: without its query, headers and parts of its body, one after the other. Null where
 * not even the request itself fails again.
 */
export async function minimize(
  request: WireRequest,
  fails: (request: WireRequest) => Promise<boolean>,
): Promise<WireRequest | null> {
  if (!(await fails(request))) return null
  let smallest = request
  let left = TRIES
  for (let found = true; found && left > 0;) {
    found = false
    for (const tried of smaller(smallest)) {
      if (left-- <= 0) break
      if (!(await fails(tried))) continue
      smallest = tried
      found = true
      break
    }
  }
  return smallest
}

function* smaller(request: WireRequest): Generator<WireRequest> {
  const { target, headers, body } = request
  const [path, query] = target.split('?') as [string, string?]
  if (query !== undefined) yield { ...request, target: path }
  for (const pair of (query ?? '').split('&').slice(0, 20)) {
    const others = (query as string | undefined)?.split('&').filter((other) => other !== pair)
    if (others && others.length > 0) yield { ...request, target: `${path}?${others.join('&')}` }
  }
  for (const name of Object.keys(headers)) {
    const { [name]: _left, ...others } = headers
    yield { ...request, headers: others }
  }
  if (typeof body !== 'string') return
  for (const text of smallerTexts(body)) yield { ...request, body: text }
}

function* smallerTexts(body: string): Generator<string> {
  try {
    const value: unknown = JSON.parse(body)
    const paths = pathsOf(value).filter((path) => path.length > 0)
    for (const path of paths.sort((a, b) => a.length - b.length)) yield JSON.stringify(without(value, path))
  } catch {
    if (body.length > 8) yield body.slice(0, body.length / 2)
  }
}
