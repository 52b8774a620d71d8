import { OS_TYPES, type RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, anyOfTerms, byValues, free, negated, type Term } from '../formula/term.ts'
import type { Facts } from '../prepared-context.ts'
import { NO, UNKNOWN, YES, and, not, truth, type Truth } from '../verdict.ts'
import { allOf, type ConditionKind, type PathTest } from './condition.ts'

type Platform = NonNullable<RuleConditions['platform']>
type Entry = NonNullable<Platform['include']>[number]

/** A platform's name fixes its class (spec/4 §1.9.4); `OTHER` has none (spec/5 decision 8). */
const CLASSES: Readonly<Record<string, 'MOBILE' | 'DESKTOP'>> = {
  IOS: 'MOBILE',
  ANDROID: 'MOBILE',
  WINDOWS: 'DESKTOP',
  MACOS: 'DESKTOP',
  OSX: 'DESKTOP',
  CHROMEOS: 'DESKTOP',
  LINUX: 'DESKTOP',
}

const LABELS: Readonly<Record<string, string>> = {
  IOS: 'iOS',
  ANDROID: 'Android',
  WINDOWS: 'Windows',
  MACOS: 'macOS',
  OSX: 'macOS',
  CHROMEOS: 'ChromeOS',
  LINUX: 'Linux',
  OTHER: 'another system',
  DESKTOP: 'any desktop',
  MOBILE: 'any mobile',
}

/** How a platform is called where a sign-in has it. */
export const platformLabel = (name: string): string => LABELS[name] ?? name

/** A device has one of these; the two names of one system are one. */
const NAMES = OS_TYPES.filter((name) => name !== 'ANY' && name !== 'OSX')

const sameName = (os: string) => (os === 'OSX' ? 'MACOS' : os)

function classTest(expected: Entry['type'], seen: string): Truth {
  return truth(expected === 'ANY' || expected === (CLASSES[seen] ?? 'OTHER'))
}

const hasDetail = ({ os }: Entry) => Boolean(os?.version || os?.expression)

/** Compiles one entry to a table of platform names; a version or expression leaves a match open, because no context holds it. */
function entryTest(entry: Entry): (seen: string | null) => Truth {
  const os = sameName(entry.os?.type ?? 'ANY')
  const detail: Truth = hasDetail(entry) ? UNKNOWN : YES
  if (entry.type === 'ANY' && os === 'ANY') return () => detail
  return (seen) => {
    if (seen === null) return UNKNOWN
    const osMet = os === 'ANY' ? YES : truth(os === sameName(seen))
    return and(and(classTest(entry.type, seen), osMet), detail)
  }
}

/** What a context may name as a platform. */
const SEEN = OS_TYPES.filter((name) => name !== 'ANY')

/** One entry: the platforms that it names, and its version or expression, which may be met or not. */
function entryTerm(entry: Entry): Term {
  const { type, os } = entry
  const plain = entryTest({ type, ...(os ? { os: { type: os.type } } : {}) })
  const named = plain(null) === YES ? [] : [byValues(SUBJECTS.platform, SEEN, (seen) => plain(seen) === YES)]
  return allOfTerms([...named, ...(hasDetail(entry) ? [free(`platform ${JSON.stringify(os)}`)] : [])])
}

function platformOf({ context }: Facts): string | null {
  const seen = context.device?.platform
  return seen && seen !== 'ANY' ? seen : null
}

function labelOf({ type, os }: Entry): string {
  const name =
    os?.type && os.type !== 'ANY' ? LABELS[os.type] : type === 'ANY' ? 'any platform' : (LABELS[type] ?? type)
  const version = os?.version ? ` ${os.version.value}` : ''
  return `${name}${version}${os?.expression ? ' by expression' : ''}`
}

const listText = (entries: readonly Entry[]) => [...new Set(entries.map(labelOf))].join(' or ')

function path(side: 'include' | 'exclude', entries: readonly Entry[] | undefined): PathTest[] {
  if (!entries?.length) return []
  const tests = entries.map(entryTest)
  const test = (facts: Facts): Truth => {
    const seen = platformOf(facts)
    let met: Truth = NO
    for (const entry of tests) {
      const verdict = entry(seen)
      if (verdict > met) met = verdict
    }
    return met
  }
  return [
    {
      path: `platform.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      expected: () => [`${side === 'include' ? '' : 'not '}${listText(entries)}`],
      actual: (facts) => {
        const seen = platformOf(facts)
        const name = seen === null ? 'no platform' : (LABELS[seen] ?? seen)
        const open = seen !== null && test(facts) === UNKNOWN && entries.some(hasDetail)
        return [`${name}${open ? ', of a version that no context tells' : ''}`]
      },
      fixes: () => {
        const text = [`the platform would have to be ${side === 'include' ? '' : 'other than '}${listText(entries)}`]
        // All platforms are candidates: the condition itself, evaluated with each, selects those that fit.
        const fixes = NAMES.map((name) =>
          fix(text, change('policyContext.device.platform', name, `use ${platformLabel(name)}`)),
        )
        return entries.every(hasDetail) && side === 'include' ? [fix(text)] : fixes
      },
      missing: (facts) => (platformOf(facts) === null ? 'policyContext.device.platform' : null),
    },
  ]
}

export const platform: ConditionKind<Platform> = {
  compile: ({ include, exclude }) => allOf([...path('include', include), ...path('exclude', exclude)]),
  term: ({ include, exclude }) =>
    allOfTerms([
      ...(include?.length ? [anyOfTerms(include.map(entryTerm))] : []),
      ...(exclude?.length ? [negated(anyOfTerms(exclude.map(entryTerm)))] : []),
    ]),
  phrases: ({ include, exclude }) => [
    ...(include?.length ? [[`on ${listText(include)}`]] : []),
    ...(exclude?.length ? [[`not on ${listText(exclude)}`]] : []),
  ],
}
