import { THIS_SERVICE, type SignIn } from './context.ts'

const OS_WORDS: Readonly<Record<string, string>> = {
  ANY: 'Any',
  IOS: 'iOS',
  ANDROID: 'Android',
  WINDOWS: 'Windows',
  MACOS: 'macOS',
  OSX: 'macOS (OSX)',
  CHROMEOS: 'ChromeOS',
  LINUX: 'Linux',
  OTHER: 'Other',
}

/** An operating system as people write it. */
export function platformWord(platform: string): string {
  return OS_WORDS[platform] ?? platform
}

/** A type of detection as people write it: "Brute force attack". */
export function detectionWord(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ').replace(/^svc /, 'own ')
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\bip\b/, 'IP')
}

function series(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

type NameOf = (id: string) => string

function deviceWords({ registered, managed, platform, assurance }: SignIn, nameOf: NameOf): string {
  const words = [
    managed === true ? 'managed' : managed === false ? 'unmanaged' : '',
    registered === true ? 'registered' : registered === false ? 'unregistered' : '',
    platform ? platformWord(platform) : '',
  ].filter(Boolean)
  const satisfies = assurance ? ` that satisfies ${nameOf(assurance)}` : ''
  if (!words.length && !satisfies) return ''
  return `on ${/^[aeiou]/i.test(words[0] ?? '') ? 'an' : 'a'} ${[words.join(', '), 'device'].filter(Boolean).join(' ')}${satisfies}`
}

function detectedWords(what: readonly string[] | null, noun: string, wordOf: NameOf): string {
  if (!what) return ''
  return what.length ? `with ${series(what.map(wordOf))} detected` : `with no ${noun} detected`
}

function tokenWords({ server, client, grant, scopes }: SignIn, nameOf: NameOf): string {
  if (!server && !client && !grant && !scopes.length) return ''
  return [
    'asking for a token',
    server ? `of ${nameOf(server)}` : '',
    client ? `for ${nameOf(client)}` : '',
    grant ? `by ${grant}` : '',
    scopes.length ? `with ${scopes.join(' ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The hypothetical sign-in in one sentence, without a full stop; `nameOf` gives names for ids. */
export function sentenceOf(signIn: SignIn, nameOf: NameOf): string {
  const { user, groups, app, ip, zones, risk, identifier, authType, idp, entityRisk } = signIn
  const who = user ? nameOf(user) : groups.length ? `Somebody in ${series(groups.map(nameOf))}` : 'Nobody in particular'
  const through = [authType === 'LDAP_INTERFACE' ? 'LDAP' : '', idp && idp !== THIS_SERVICE ? nameOf(idp) : '']
  const plain = [
    `${who} ${app ? `opens ${nameOf(app)}` : 'signs in'}`,
    identifier ? `as ${identifier}` : '',
    through.some(Boolean) ? `through ${series(through.filter(Boolean))}` : '',
    ip ? `from ${ip}` : zones.length ? `from ${series(zones.map(nameOf))}` : '',
    deviceWords(signIn, nameOf),
    risk ? `at ${risk.toLowerCase()} risk` : '',
  ]
  const more = [
    entityRisk ? `their own risk being ${entityRisk.toLowerCase()}` : '',
    detectedWords(signIn.behaviors, 'unusual behaviour', nameOf),
    detectedWords(signIn.detections, 'threat', (type) => detectionWord(type).toLowerCase()),
    tokenWords(signIn, nameOf),
  ]
  return [plain.filter(Boolean).join(' '), ...more.filter(Boolean)].join(', ')
}
