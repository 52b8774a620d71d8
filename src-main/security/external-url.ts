/**
 * Whether an address may be handed to the system's browser: https without credentials, or the service's own
 * documentation. Everything else could start another program with the page's words (`file:`, `smb:`, `ms-…:`).
 * @param servicePort of the running service; null while none runs.
 */
export function isSafeExternalUrl(text: string, servicePort: number | null): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username || url.password) return false
  if (url.protocol === 'https:') return true
  return (
    servicePort !== null &&
    url.protocol === 'http:' &&
    url.host === `127.0.0.1:${servicePort}` &&
    /^\/docs(\/|$)/.test(url.pathname)
  )
}
