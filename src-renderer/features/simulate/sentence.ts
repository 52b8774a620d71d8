import type { SignIn } from './context.ts'

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

function series(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

/** The hypothetical sign-in in one sentence, without a full stop; `nameOf` gives names for ids. */
export function sentenceOf(signIn: SignIn, nameOf: (id: string) => string): string {
  const { user, groups, app, ip, zones, risk, platform, registered, managed } = signIn
  const who = user ? nameOf(user) : `Somebody in ${series(groups.map(nameOf))}`
  const device = [
    managed === true ? 'managed' : managed === false ? 'unmanaged' : '',
    registered === true ? 'registered' : registered === false ? 'unregistered' : '',
    platform ? platformWord(platform) : '',
  ].filter(Boolean)
  const article = /^[aeiou]/i.test(device[0] ?? '') ? 'an' : 'a'
  return [
    `${who} ${app ? `opens ${nameOf(app)}` : 'signs in'}`,
    ip ? `from ${ip}` : zones.length ? `from ${series(zones.map(nameOf))}` : '',
    device.length ? `on ${article} ${device.join(', ')} device` : '',
    risk ? `at ${risk.toLowerCase()} risk` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
