import type { HookSecrets } from './secrets.ts'

/** Shorter ones would blot out half of any answer: they are only taken out where they stand alone, a single letter never. */
const LEAST_LENGTH = { alone: 2, anywhere: 4 }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** How programs write a value into an answer. */
const FORMS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  inJson,
  (secret) => inJson(secret).replaceAll('/', '\\/'),
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
  escapeHtml,
  (secret) => escapeHtml(secret).replaceAll('&#34;', '&quot;').replaceAll('&#38;', '&amp;'),
  base64,
  (secret) => Buffer.from(secret).toString('base64url'),
]

/**
 * An answer's beginning, without what an endpoint that echoes its request would give away: values of headers whole, the
 * credential after the word of a scheme such as `Bearer`, user name and password of `Basic`, and all of it as JSON, URLs,
 * HTML and base64 write it, in any case of letters.
 */
export function withoutSecrets(text: string, { authValue, headerValues }: HookSecrets): string {
  const values = [authValue ?? '', ...headerValues].map((value) => value.trim()).flatMap(partsOf)
  const forms = new Set(
    values.filter(({ length }) => length >= LEAST_LENGTH.alone).flatMap((value) => FORMS.map((form) => form(value))),
  )
  const patterns = [...forms]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map(patternOf)
  return patterns.length === 0 ? text : text.replaceAll(new RegExp(patterns.join('|'), 'gi'), '•••')
}

/** A value, and what of it is the secret itself. */
function partsOf(value: string): string[] {
  const [, scheme, credential] = /^(\S+)\s+(.+)$/.exec(value) ?? []
  if (scheme === undefined || credential === undefined) return [value]
  if (scheme.toLowerCase() !== 'basic') return [value, credential]
  const pair = Buffer.from(credential, 'base64').toString('utf8')
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)]
}

function patternOf(secret: string): string {
  const literal = secret.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
  return secret.length < LEAST_LENGTH.anywhere ? String.raw`(?<![\w-])${literal}(?![\w-])` : literal
}
