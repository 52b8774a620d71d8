import { periodMs } from '#contract/interface/period.ts'
import {
  periodsOf,
  type AssuranceMethod,
  type ChainMethod,
  type VerificationMethod,
} from '#contract/policy/assurance.ts'
import { CHAIN_TRAITS, stepsOf, type ChainMethodReference } from '#contract/policy/chain-match.ts'
import {
  AUTHENTICATOR_METHOD_LABELS,
  AUTHENTICATOR_TYPE_LABELS,
  authenticatorLabel,
} from '#contract/policy/authenticator-table.ts'
import {
  CHARACTERISTIC_TEXT,
  isRequired,
  type FactorConstraint,
  type MethodReference,
} from '#contract/policy/factor-match.ts'
import { againText, formatList, uncapitalize } from './labels.ts'

/** What an authentication rule asks for, in words (spec/1 "verification method"). */

type Constraint = NonNullable<AssuranceMethod['constraints']>[number]

const reference = ({ key, method }: MethodReference) => uncapitalize(authenticatorLabel(key, method))

/** "user-verifying security key": a method of a chain, with what is required of it. */
function chainReference(given: ChainMethodReference): string {
  const traits = CHAIN_TRAITS.flatMap((name) => (given[name] === 'REQUIRED' ? [CHARACTERISTIC_TEXT[name]] : []))
  return [traits.join(', '), reference(given)].filter(Boolean).join(' ')
}

/** What matters most goes first; presence is asked for by default, and goes without saying. */
const TRAITS = ['phishingResistant', 'hardwareProtection', 'deviceBound', 'userVerification'] as const

function traitsOf(factor: FactorConstraint): string {
  return TRAITS.flatMap((name) => (factor[name] === 'REQUIRED' ? [CHARACTERISTIC_TEXT[name]] : [])).join(', ')
}

/** The most specific of the lists that name authenticators; rules seldom have more than one. */
function namedBy({ authenticationMethods, methods, types }: FactorConstraint): string[] {
  if (authenticationMethods?.length) return authenticationMethods.map(reference)
  const [labels, names]: [Readonly<Record<string, string>>, readonly string[]] = methods?.length
    ? [AUTHENTICATOR_METHOD_LABELS, methods]
    : [AUTHENTICATOR_TYPE_LABELS, types ?? []]
  return names.map((name) => uncapitalize(labels[name.toUpperCase()] ?? name))
}

function exceptText({ excludedAuthenticationMethods: excluded = [] }: FactorConstraint): string {
  return excluded.length ? ` other than ${formatList(excluded.map(reference), 'or')}` : ''
}

/** One class of factor: "password", "a phishing-resistant factor (email or phone)"; `noun` where nothing is named. */
function factorText(factor: FactorConstraint, noun: string): string {
  const named = namedBy(factor)
  const traits = traitsOf(factor)
  const except = exceptText(factor)
  const list = formatList(named, 'or')
  if (list && !traits) return `${list}${except}`
  const kind = ['a', traits, list ? '' : noun, 'factor'].filter(Boolean).join(' ')
  return `${kind}${list ? ` (${list})` : ''}${except}`
}

/** A class that need not be brought only restricts what counts: "any one factor other than email". */
function optionalText(factor: FactorConstraint, noun: string): string {
  const restricts = namedBy(factor).length > 0 || traitsOf(factor) !== ''
  return restricts ? `, ${noun} only as ${factorText(factor, '')}` : exceptText(factor)
}

function constraintText(constraint: Constraint, two: boolean): string {
  const named = (['knowledge', 'possession'] as const).flatMap((noun) => {
    const factor = constraint[noun]
    return factor ? [{ noun, factor }] : []
  })
  const parts = named.filter(({ factor }) => isRequired(factor)).map(({ noun, factor }) => factorText(factor, noun))
  if (parts.length === 0) parts.push(two ? 'any two factors' : 'any one factor')
  else if (two && parts.length === 1) parts.push('one more factor')
  const optional = named.filter(({ factor }) => !isRequired(factor))
  return parts.join(' and ') + optional.map(({ noun, factor }) => optionalText(factor, noun)).join('')
}

/** "password, then email or phone (SMS)"; chains of which one is enough follow each other with "or". */
function chainsText({ chains }: ChainMethod): string {
  const each = chains.map((chain) =>
    stepsOf(chain)
      // In a draft a step may name nothing yet.
      .map(({ authenticationMethods }) => formatList(authenticationMethods.map(chainReference), 'or') || '…')
      .join(', then '),
  )
  return each.join('; or ')
}

/** The factors without how often: "any two factors", "password and one more factor", "password, then email". */
export function factorsText(method: VerificationMethod): string {
  if (method.type === 'AUTH_METHOD_CHAIN') return chainsText(method)
  const { factorMode, constraints = [] } = method
  const two = factorMode === '2FA'
  if (constraints.length === 0) return two ? 'any two factors' : 'any one factor'
  return constraints.map((constraint) => constraintText(constraint, two)).join(', or ')
}

/** How many factors a method asks for at least: the least of its alternatives. */
export function factorCount(method: VerificationMethod): number {
  if (method.type === 'AUTH_METHOD_CHAIN') return Math.min(...method.chains.map((chain) => stepsOf(chain).length))
  const { factorMode, constraints = [] } = method
  const least = factorMode === '2FA' ? 2 : 1
  const demanded = constraints.map(
    ({ knowledge, possession }) => [knowledge, possession].filter((factor) => factor && isRequired(factor)).length,
  )
  return Math.max(least, demanded.length ? Math.min(...demanded) : 0)
}

/** The factors for a row: "password + any factor". */
export function factorsInShort(method: VerificationMethod): string {
  if (method.type === 'AUTH_METHOD_CHAIN') return chainsText(method)
  return factorsText(method).replaceAll(' and one more factor', ' + any factor').replaceAll(' and ', ' + ')
}

/** How often, from the method or, where all constraints or all steps of chains agree, from them: they override it. */
export function reauthentication(method: VerificationMethod): string {
  if (method.type === 'AUTH_METHOD_CHAIN') return oftenInChains(method)
  const { reauthenticateIn, constraints = [] } = method
  const own = constraints.flatMap(({ knowledge, possession }) =>
    [knowledge?.reauthenticateIn, possession?.reauthenticateIn].filter((period) => period !== undefined),
  )
  const [first] = own
  return againText(first !== undefined && own.every((period) => period === first) ? first : reauthenticateIn)
}

/** Where steps differ, what holds the shortest is what people notice. */
function oftenInChains(method: ChainMethod): string {
  const periods = method.chains.flatMap((chain) => periodsOf(method, chain))
  const [shortest] = [...periods].sort((a, b) => periodMs(a) - periodMs(b))
  const differ = new Set(periods).size > 1
  return againText(shortest) + (differ ? ' for some steps' : '')
}
