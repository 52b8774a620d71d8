import type { AppRecord } from '#db/tables/apps.ts'
import { clientSettings } from './client-settings.ts'

/** One label of a host name, which the star of a registered address stands for: never a dot, so that no other domain is meant. */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** `https://*.example.com/back`: a star that is the whole first label of a host with two labels more. */
const WITH_STAR = /^https:\/\/\*\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d+)?(\/|$)/

const plain = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether an address is one that was registered with a star. */
function isBelow(registered: string, asked: string): boolean {
  if (!WITH_STAR.test(registered)) return false
  const [before = '', after = ''] = registered.split('*', 2)
  return new RegExp(`^${plain(before)}${LABEL}${plain(after)}$`).test(asked)
}

/**
 * Whether an address is a valid redirect of a client: one of those registered, character by character (RFC 9700 §4.1.3), or, where its
 * `wildcard_redirect` is `SUBDOMAIN`, one that differs in the first label of its host alone.
 */
export function mayRedirectTo(app: AppRecord, asked: string): boolean {
  const { redirect_uris: registered, wildcard_redirect: wildcard } = clientSettings(app)
  if (registered.includes(asked)) return !asked.includes('*')
  return wildcard === 'SUBDOMAIN' && registered.some((address) => isBelow(address, asked))
}
