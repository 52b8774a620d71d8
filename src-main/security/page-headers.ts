/** Where a page may load from. Inline styles are the price of the component library, which writes them at run time. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Headers of everything that the page is made of. WHY no `cross-origin-opener-policy`: no window is opened from the page or opens it
 * (`guard-contents.ts`), and for the policy Chromium would put the page into another process than the one that it has started for it.
 * @param devSocket address of the development server's socket, in development only.
 */
export function pageHeaders(devSocket?: string): Record<string, string> {
  const directives = devSocket ? { ...DIRECTIVES, 'connect-src': `'self' ${devSocket}` } : DIRECTIVES
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
}
