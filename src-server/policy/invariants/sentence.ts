import type { ClaimKind, InvariantClaim, InvariantScope, InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { conditionPhrases } from '../conditions/index.ts'
import { formatList, minutesText, periodText, render } from '../explain/labels.ts'
import { factorsWord } from '../explain/outcome.ts'
import type { NameOf, TextParts } from '../types.ts'

/** The parts of a sentence: " in Contractors", "Payroll" or null, " at high risk". */
interface Words {
  who: string
  /** Null where the sentence is about signing in. */
  apps: { any: string; every: string } | null
  when: string
}

const opens = ({ apps }: Words, verb = 'opens', without = 'signs in') => (apps ? `${verb} ${apps.any}` : without)
const forApps = ({ apps }: Words) => (apps ? `for ${apps.every}` : 'to sign in')

const again = (within: string) => {
  const text = periodText(within)
  return text === '0 seconds' ? 'every time' : `after ${text} at most`
}

const SENTENCES: {
  readonly [Kind in ClaimKind]: (words: Words, claim: Extract<InvariantClaim, { kind: Kind }>) => string
} = {
  DENIED: (words) => `No one${words.who} ${opens(words)}${words.when}.`,
  ALLOWED: (words) => `Everyone${words.who} can ${words.apps ? `open ${words.apps.every}` : 'sign in'}${words.when}.`,
  FACTORS: (words, { factors }) =>
    `Everyone${words.who} needs at least ${factorsWord(factors)} ${forApps(words)}${words.when}.`,
  NOT_PASSWORD_ALONE: (words) => `No one${words.who} ${opens(words)} with a password alone${words.when}.`,
  PHISHING_RESISTANT: (words) =>
    `Everyone${words.who} needs a phishing-resistant factor ${forApps(words)}${words.when}.`,
  REAUTHENTICATE: (words, { within }) =>
    `Everyone${words.who} authenticates again ${forApps(words)} ${again(within)}${words.when}.`,
  SESSION_ENDS: ({ who, when }, { minutes }) =>
    `Every session${who && ` of people${who}`}${when} ends after ${minutesText(minutes)} at most.`,
}

/** An invariant as a sentence: "No one outside IT opens Payroll from an unmanaged device." */
export function invariantSentence(
  { scope, app, claim }: Pick<InvariantWrite, 'scope' | 'app' | 'claim'>,
  nameOf: NameOf,
) {
  const { people, userType, device, ...situation } = scope
  const words: Words = {
    who: phrased({ people, userType }, nameOf, ' and '),
    apps: app && applications(app, nameOf),
    when: [deviceText(device), phrased(situation, nameOf, ' ')].join(''),
  }
  return (SENTENCES[claim.kind] as (words: Words, claim: InvariantClaim) => string)(words, claim)
}

/** " from outside HQ at high risk"; empty where nothing is asked for. */
function phrased(
  scope: Pick<InvariantScope, 'people' | 'userType' | 'network' | 'platform' | 'riskScore'>,
  nameOf: NameOf,
  joined: string,
) {
  const texts = conditionPhrases(scope).map((phrase) => render(withoutNot(phrase), nameOf))
  return texts.length > 0 ? ` ${texts.join(joined)}` : ''
}

/** WHY: "no one not in IT" is hard to read. */
const withoutNot = ([first = '', ...rest]: TextParts): TextParts => [first === 'not in ' ? 'outside ' : first, ...rest]

function deviceText(device: InvariantScope['device']): string {
  const states = (['registered', 'managed'] as const).flatMap((name) => {
    const state = device?.[name]
    return state === undefined ? [] : [state ? name : `un${name}`]
  })
  return states.length > 0 ? ` from ${/^[aeiou]/.test(states[0] ?? '') ? 'an' : 'a'} ${states.join(', ')} device` : ''
}

/** "Payroll", "any application other than Payroll". */
function applications({ include, exclude }: NonNullable<InvariantWrite['app']>, nameOf: NameOf): Words['apps'] {
  const namesOf = (entries: typeof include, last: 'and' | 'or') =>
    formatList(
      entries.map((entry) =>
        entry.type === 'APP' ? render([{ id: entry.id }], nameOf) : `applications of type ${entry.name}`,
      ),
      last,
    )
  const except = exclude.length > 0 ? ` other than ${namesOf(exclude, 'or')}` : ''
  return include.length > 0
    ? { any: namesOf(include, 'or') + except, every: namesOf(include, 'and') + except }
    : { any: `any application${except}`, every: `every application${except}` }
}
