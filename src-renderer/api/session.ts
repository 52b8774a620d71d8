/**
 * The API token of a browser tab. In the desktop there is none here: `app://gatehouse` adds it outside the page's reach.
 * It lives in sessionStorage, so that it ends with the tab.
 */
const KEY = 'gatehouse.token'

let onRefused: (() => void) | null = null
let onHeard: ((answered: boolean) => void) | null = null
let onChanged: (() => void) | null = null
let onDenied: (() => void) | null = null

export function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token.trim())
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY)
}

/** Called by the client when the service wants a token, or another one; the workspace store shows the connect screen. */
export function reportRefused(): void {
  onRefused?.()
}

/** Called by the client after every call; the dot of the service follows it. */
export function reportHeard(answered: boolean): void {
  onHeard?.(answered)
}

export function whenHeard(callback: (answered: boolean) => void): void {
  onHeard = callback
}

export function whenRefused(callback: () => void): void {
  onRefused = callback
}

/** Called by the client when something was changed; a draft says how much. */
export function reportChanged(): void {
  onChanged?.()
}

export function whenChanged(callback: () => void): void {
  onChanged = callback
}

/** Called by the client when the caller's roles do not permit a call; the rights are read again then. */
export function reportDenied(): void {
  onDenied?.()
}

export function whenDenied(callback: () => void): void {
  onDenied = callback
}

/** Null where the percent signs of an address are not those of an encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Takes a token from the address's fragment (`#token=…`), once, and clears the fragment at once so that it stays out of
 * history, screenshots and shared links. One that cannot be read is ignored: the page then asks for another. Must run
 * before the router reads the address.
 */
export function takeTokenFromAddress(): void {
  const found = /^#token=([^&]+)/.exec(window.location.hash)?.[1]
  if (!found) return
  window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}`)
  const token = decoded(found)
  if (token) keepToken(token)
}
