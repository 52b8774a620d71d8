import { platformLabel } from '#ui/domain/platforms.ts'
import { isClientAlone, THIS_SERVICE, type SignIn } from '#ui/domain/sign-in.ts'

/** The label of a detection type: "Brute force attack". */
export function detectionLabel(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ').replace(/^svc /, 'own ')
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bip\b/, 'IP')
}

function series(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

type NameOf = (id: string) => string

function deviceText({ registered, managed, platform, assurance }: SignIn, nameOf: NameOf): string {
  const words = [
    managed === true ? 'managed' : managed === false ? 'unmanaged' : '',
    registered === true ? 'registered' : registered === false ? 'unregistered' : '',
    platform ? platformLabel(platform) : '',
  ].filter(Boolean)
  const satisfies = assurance ? ` that satisfies ${nameOf(assurance)}` : ''
  if (!words.length && !satisfies) return ''
  return `on ${/^[aeiou]/i.test(words[0] ?? '') ? 'an' : 'a'} ${[words.join(', '), 'device'].filter(Boolean).join(' ')}${satisfies}`
}

function detectedText(what: readonly string[] | null, noun: string, wordOf: NameOf): string {
  if (!what) return ''
  return what.length ? `with ${series(what.map(wordOf))} detected` : `with no ${noun} detected`
}

function tokenText({ server, client, grant, scopes }: SignIn, nameOf: NameOf): string {
  if (!server && !client && !grant && !scopes.length) return ''
  return [
    'requesting a token',
    server ? `from ${nameOf(server)}` : '',
    client ? `for ${nameOf(client)}` : '',
    grant ? `with grant ${grant}` : '',
    scopes.length ? `for scopes ${scopes.join(' ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** "Cargo tracker requests a token for itself from Default for scopes things.read". */
function clientText({ server, client, scopes }: SignIn, nameOf: NameOf): string {
  const from = server ? ` from ${nameOf(server)}` : ''
  const withScopes = scopes.length ? ` for scopes ${scopes.join(' ')}` : ''
  return `${client ? nameOf(client) : 'A client'} requests a token for itself${from}${withScopes}`
}

/** The hypothetical sign-in in one sentence, without a full stop; `nameOf` gives names for ids. */
export function sentenceOf(signIn: SignIn, nameOf: NameOf): string {
  if (isClientAlone(signIn)) return clientText(signIn, nameOf)
  const { user, groups, app, ip, zones, risk, identifier, authType, idp, entityRisk } = signIn
  const who = user ? nameOf(user) : groups.length ? `Someone in ${series(groups.map(nameOf))}` : 'Someone'
  const through = [authType === 'LDAP_INTERFACE' ? 'LDAP' : '', idp && idp !== THIS_SERVICE ? nameOf(idp) : '']
  const plain = [
    `${who} ${app ? `opens ${nameOf(app)}` : 'signs in'}`,
    identifier ? `as ${identifier}` : '',
    through.some(Boolean) ? `through ${series(through.filter(Boolean))}` : '',
    ip ? `from ${ip}` : zones.length ? `from ${series(zones.map(nameOf))}` : '',
    deviceText(signIn, nameOf),
    risk ? `at ${risk.toLowerCase()} risk` : '',
  ]
  const more = [
    entityRisk ? `with ${entityRisk.toLowerCase()} entity risk` : '',
    detectedText(signIn.behaviors, 'unusual behavior', nameOf),
    detectedText(signIn.detections, 'threat', (type) => detectionLabel(type).toLowerCase()),
    tokenText(signIn, nameOf),
  ]
  return [plain.filter(Boolean).join(' '), ...more.filter(Boolean)].join(', ')
}
