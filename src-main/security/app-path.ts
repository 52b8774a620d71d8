import { APP_ORIGIN } from '../ipc/channels.ts'

/** What a request to the page's own origin is for. */
type AppTarget =
  | { kind: 'service'; path: string }
  | { kind: 'file'; path: string }
  /** A view of the page: the router in the page reads the path. */
  | { kind: 'page' }
  | { kind: 'refused' }

/** What the page may reach of the service, and of its drafts. Documentation and the authorization server are for browsers. */
const SERVICE = /^(?:\/drafts\/\w+)?\/(?:api\/v1|gatehouse\/v1|img)\//

/**
 * Sorts a URL of the page's origin. A path with an upward step, a backslash, a NUL or a broken escape is refused whatever
 * it is for, encoded or not; so is every other origin.
 */
export function resolveAppUrl(text: string): AppTarget {
  const refused: AppTarget = { kind: 'refused' }
  if (!URL.canParse(text)) return refused
  const url = new URL(text)
  if (`${url.protocol}//${url.host}` !== APP_ORIGIN || url.username || url.password) return refused
  const path = decode(url.pathname)
  if (path === null || !isPlain(path)) return refused
  if (SERVICE.test(url.pathname)) {
    return { kind: 'service', path: url.pathname + url.search }
  }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') ? { kind: 'file', path: path.slice(1) } : { kind: 'page' }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function isPlain(path: string): boolean {
  return (
    !/[\\\0]/.test(path) &&
    !/%2e|%2f|%5c|%00/i.test(path) &&
    !path.split('/').some((part) => part === '..' || part === '.')
  )
}
