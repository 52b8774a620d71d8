/** Pages of the service that are for browsers, by the name of this machine under which they are. */
const PAGES: readonly (readonly [host: string, path: RegExp])[] = [
  ['127.0.0.1', /^\/docs(\/|$)/],
  ['localhost', /^\/oauth2\/([^/]+\/)?v1\/authorize$/],
]

/**
 * Whether an address may be handed to the system's browser: https without credentials, or of the service's own pages the
 * documentation and the sign-in. Everything else could start another program with the page's words (`file:`, `smb:`, `ms-…:`).
 * @param servicePort of the running service; null while none runs.
 */
export function isSafeExternalUrl(text: string, servicePort: number | null): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username || url.password) return false
  if (url.protocol === 'https:') return true
  if (servicePort === null || url.protocol !== 'http:') return false
  return PAGES.some(([host, path]) => url.host === `${host}:${servicePort}` && path.test(url.pathname))
}
