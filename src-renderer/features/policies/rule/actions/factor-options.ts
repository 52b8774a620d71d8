import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_METHOD_LABELS,
  AUTHENTICATOR_TABLE,
  AUTHENTICATOR_TYPE_LABELS,
  authenticatorLabel,
  methodsOf,
  sameName,
  type Characteristic,
} from '#contract/policy/authenticator-table.ts'
import type { ConstraintClass, MethodReference } from '#contract/policy/factor-match.ts'

/** Kinds and ways of proof as the form offers them, by class: read from the table of authenticators. */

interface Option {
  value: string
  label: string
}

const entriesOf = (factorClass: ConstraintClass) =>
  AUTHENTICATOR_TABLE.filter(({ classes }) => classes.includes(factorClass))

/** Choices in the lower case of the wire (spec/5 decision 4); one that is chosen already in upper case stays as it is. */
export function inSpelling(options: readonly Option[], chosen: readonly string[]): Option[] {
  return options.flatMap(({ value, label }) => {
    const spelled = chosen.filter((text) => sameName(text, value))
    return (spelled.length ? spelled : [value]).map((text) => ({ value: text, label }))
  })
}

function distinct<Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>): Option[] {
  return [...new Set(names)].map((name) => ({ value: name.toLowerCase(), label: labels[name] }))
}

/** The types that can be of the class. */
export function typeOptions(factorClass: ConstraintClass): Option[] {
  return distinct(
    entriesOf(factorClass).map(({ type }) => type),
    AUTHENTICATOR_TYPE_LABELS,
  )
}

/** The methods that can be of the class. */
export function methodOptions(factorClass: ConstraintClass): Option[] {
  return distinct(
    entriesOf(factorClass).map(({ method }) => method),
    AUTHENTICATOR_METHOD_LABELS,
  )
}

/**
 * Every method of every authenticator as `key/method`, for the steps of a chain. What is chosen already keeps its spelling;
 * a key alone means any method of it.
 */
export function chainOptions(chosen: readonly string[]): Option[] {
  const each = AUTHENTICATOR_KEYS.flatMap((key) =>
    methodsOf(key).map(({ method, label }) => ({ value: `${key}/${method.toLowerCase()}`, label })),
  )
  const offered = inSpelling(each, chosen)
  const known = new Set(offered.map(({ value }) => value))
  const others = chosen.filter((text) => !known.has(text)).map((value) => ({ value, label: labelOf(value) }))
  return [...offered, ...others]
}

/**
 * Authenticators as `key` or `key/method`: whole ones, and the methods of those that have several. What is chosen already
 * keeps its spelling (clients write methods in either case) and gets its name.
 */
export function authenticatorOptions(factorClass: ConstraintClass, chosen: readonly string[]): Option[] {
  const offered = AUTHENTICATOR_KEYS.flatMap((key) => {
    const own = methodsOf(key).filter(({ classes }) => classes.includes(factorClass))
    const whole = methodsOf(key).length > 1 ? `${authenticatorLabel(key)} (any method)` : authenticatorLabel(key)
    if (own.length === 0) return []
    const each = own.map(({ method, label }) => ({ value: `${key}/${method.toLowerCase()}`, label }))
    return [{ value: key as string, label: whole }, ...(methodsOf(key).length > 1 ? each : [])]
  })
  const known = new Set(offered.map(({ value }) => value))
  const others = chosen.filter((text) => !known.has(text)).map((value) => ({ value, label: labelOf(value) }))
  return [...offered, ...others]
}

function labelOf(text: string): string {
  const { key, method } = methodEntry(text)
  return authenticatorLabel(key, method)
}

/** The properties that can be required of a possession factor, the most important first. */
export const TRAITS: readonly { key: Characteristic; label: string; help: string }[] = [
  { key: 'phishingResistant', label: 'Phishing-resistant', help: 'Gives nothing away to a false site.' },
  { key: 'hardwareProtection', label: 'Hardware-protected', help: 'Its key cannot leave the hardware.' },
  { key: 'deviceBound', label: 'Device-bound', help: 'It works on one device and cannot be moved.' },
  {
    key: 'userPresence',
    label: 'Person present',
    help: 'The person must do something. Asked for unless switched off.',
  },
  { key: 'userVerification', label: 'Person verified', help: 'It checks who holds it, by PIN or biometrics.' },
]

export function methodText({ key, method }: MethodReference): string {
  return method === undefined ? key : `${key}/${method}`
}

export function methodEntry(text: string): MethodReference {
  const at = text.indexOf('/')
  return at < 0 ? { key: text } : { key: text.slice(0, at), method: text.slice(at + 1) }
}
