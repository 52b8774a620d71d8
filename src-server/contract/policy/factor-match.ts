import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_TABLE,
  CHARACTERISTICS,
  isAuthenticatorKey,
  methodsOf,
  sameName,
  type AuthenticatorMethod,
  type Characteristic,
} from './authenticator-table.ts'

/** Which methods satisfy one class of a constraint, and if none does, why (spec/1 "Constraint properties"). */

/** The classes that a constraint can ask for; inherence cannot be configured. */
export const CONSTRAINT_CLASSES = ['knowledge', 'possession'] as const
export type ConstraintClass = (typeof CONSTRAINT_CLASSES)[number]

/** An authentication method object; without `method` it means every method of the authenticator. */
export interface MethodReference {
  key: string
  /** In any case: clients write both `push` and `PUSH`. */
  method?: string | undefined
}

export const NEEDS = ['REQUIRED', 'OPTIONAL'] as const
export type Need = (typeof NEEDS)[number]

/** One class of a constraint, as sent or as stored; types and methods in any case. An empty list restricts nothing, as if it were absent. */
export interface FactorConstraint extends Partial<Record<Characteristic, Need | undefined>> {
  types?: readonly string[] | undefined
  methods?: readonly string[] | undefined
  authenticationMethods?: readonly MethodReference[] | undefined
  excludedAuthenticationMethods?: readonly MethodReference[] | undefined
  required?: boolean | undefined
}

/** What a characteristic is when a constraint leaves it out. */
export const CHARACTERISTIC_DEFAULTS: Readonly<Record<Characteristic, Need>> = {
  hardwareProtection: 'OPTIONAL',
  deviceBound: 'OPTIONAL',
  phishingResistant: 'OPTIONAL',
  userPresence: 'REQUIRED',
  userVerification: 'OPTIONAL',
}

/** Completes "SMS is not …". */
export const CHARACTERISTIC_TEXT: Readonly<Record<Characteristic, string>> = {
  hardwareProtection: 'hardware-protected',
  deviceBound: 'device-bound',
  phishingResistant: 'phishing-resistant',
  userPresence: 'proof of presence',
  userVerification: 'user-verifying',
}

/** The characteristics that a constraint demands; none of knowledge, which has none to demand. */
export function demandedCharacteristics(factorClass: ConstraintClass, factor: FactorConstraint): Characteristic[] {
  if (factorClass === 'knowledge') return []
  return CHARACTERISTICS.filter((name) => (factor[name] ?? CHARACTERISTIC_DEFAULTS[name]) === 'REQUIRED')
}

/**
 * Whether a sign-in must bring this class: `required` is true when absent, and false wherever methods are excluded. A
 * class that is not required restricts what counts as it, and may be left out (spec/1 "Constraint properties").
 */
export function isRequired(factor: FactorConstraint): boolean {
  return factor.excludedAuthenticationMethods?.length ? false : (factor.required ?? true)
}

interface Restriction {
  readonly name: 'methods' | 'authenticationMethods' | 'types' | 'excludedAuthenticationMethods' | Characteristic
  readonly allows: (entry: AuthenticatorMethod) => boolean
  /** What a list names, to begin a sentence with; absent where the restriction names nothing. */
  readonly names?: readonly string[]
  /** Completes "SMS is not …". */
  readonly expected: string
}

const EXCLUDED = 'excludedAuthenticationMethods'

/** Whether a reference means the method. */
export function refersTo({ key, method }: MethodReference, entry: AuthenticatorMethod): boolean {
  return key === entry.key && (method === undefined || sameName(method, entry.method))
}

const isNamedBy = (names: readonly string[], name: string) => names.some((one) => sameName(one, name))

const nameOf = ({ key, method }: MethodReference) => (method === undefined ? key : `${key} ${method}`)

/** What a constraint asks for besides its class. The earlier, the rather is it the field that a problem is shown at. */
function restrictionsOf(factorClass: ConstraintClass, factor: FactorConstraint): Restriction[] {
  const { methods = [], authenticationMethods: allowed = [], types = [] } = factor
  const excluded = factor.excludedAuthenticationMethods ?? []
  const lists: (Restriction | false)[] = [
    methods.length > 0 && {
      name: 'methods',
      allows: (entry) => isNamedBy(methods, entry.method),
      names: methods,
      expected: methods.join(' or '),
    },
    allowed.length > 0 && {
      name: 'authenticationMethods',
      allows: (entry) => allowed.some((one) => refersTo(one, entry)),
      names: allowed.map(nameOf),
      expected: 'allowed by authenticationMethods',
    },
    types.length > 0 && {
      name: 'types',
      allows: (entry) => isNamedBy(types, entry.type),
      names: types,
      expected: `of type ${types.join(' or ')}`,
    },
    excluded.length > 0 && {
      name: EXCLUDED,
      allows: (entry) => !excluded.some((one) => refersTo(one, entry)),
      expected: 'spared by excludedAuthenticationMethods',
    },
  ]
  const demanded = demandedCharacteristics(factorClass, factor).map((name): Restriction => {
    return { name, allows: (entry) => entry.characteristics[name] !== 'no', expected: CHARACTERISTIC_TEXT[name] }
  })
  return [...lists.filter((list) => list !== false), ...demanded]
}

function entriesFor(factorClass: ConstraintClass, restrictions: readonly Restriction[]): AuthenticatorMethod[] {
  return AUTHENTICATOR_TABLE.filter(
    (entry) => entry.classes.includes(factorClass) && restrictions.every(({ allows }) => allows(entry)),
  )
}

/** The methods that satisfy one class of a constraint, in the table's order. A configurable characteristic counts. */
export function matchingMethods(factorClass: ConstraintClass, factor: FactorConstraint): AuthenticatorMethod[] {
  return entriesFor(factorClass, restrictionsOf(factorClass, factor))
}

/** A reason against one class of a constraint; `path` is relative to it. */
export interface FactorProblem {
  path: (string | number)[]
  message: string
}

/** Names that no authenticator bears, in either list: they would silently allow or exclude nothing. */
export function unknownReferences(factor: FactorConstraint): FactorProblem[] {
  return (['authenticationMethods', 'excludedAuthenticationMethods'] as const).flatMap((list) =>
    (factor[list] ?? []).flatMap(({ key, method }, index): FactorProblem[] => {
      if (!isAuthenticatorKey(key))
        return [{ path: [list, index, 'key'], message: `${key} is no authenticator; known are ${known}` }]
      const own = methodsOf(key).map((entry) => entry.method)
      if (method === undefined || own.some((name) => sameName(name, method))) return []
      const message = `${key} has no method ${method}, only ${own.join(', ')}`
      return [{ path: [list, index, 'method'], message }]
    }),
  )
}
const known = AUTHENTICATOR_KEYS.join(', ')

/** The fewest restrictions that together leave nothing; those that say least are dropped first. */
function conflict(factorClass: ConstraintClass, restrictions: readonly Restriction[]): readonly Restriction[] {
  return [...restrictions].reverse().reduce<readonly Restriction[]>((kept, candidate) => {
    const without = kept.filter((one) => one !== candidate)
    return entriesFor(factorClass, without).length === 0 ? without : kept
  }, restrictions)
}

/** Names that a message lists before it counts the rest. */
const NAMED = 5

/** "SMS is not", "none of SMS, VOICE is", or for what names nothing "no possession factor is". */
function subjectOf(names: readonly string[] | undefined, factorClass: ConstraintClass): string {
  if (!names) return `no ${factorClass} factor is`
  if (names.length === 1) return `${names[0]} is not`
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `none of ${names.slice(0, NAMED).join(', ')}${more} is`
}

function sentenceOf(core: readonly Restriction[], factorClass: ConstraintClass): string {
  const [blamed] = core
  const rest = blamed && (blamed.names || blamed.name === EXCLUDED) ? core.slice(1) : core
  const expected = rest.map((one) => one.expected).join(' and ')
  const demanded = rest.flatMap(({ name }) => CHARACTERISTICS.filter((trait) => trait === name))
  const because = demanded.length
    ? `, and ${demanded.join(' and ')} ${demanded.length > 1 ? 'are' : 'is'} REQUIRED`
    : ''
  const clause =
    blamed?.name === EXCLUDED
      ? `excludes every ${expected ? `${expected} ` : ''}${factorClass} factor`
      : `${subjectOf(blamed?.names, factorClass)} ${expected || `a ${factorClass} factor`}`
  return `${clause}${because}; no authenticator is left`
}

/**
 * Why one class of a constraint cannot be satisfied by any authenticator there is, at the field that is to blame; nothing
 * when it can. The message names the fewest requirements that contradict each other.
 */
export function factorProblems(factorClass: ConstraintClass, factor: FactorConstraint): FactorProblem[] {
  const unknown = unknownReferences(factor)
  if (unknown.length) return unknown
  const restrictions = restrictionsOf(factorClass, factor)
  if (entriesFor(factorClass, restrictions).length > 0) return []
  const core = conflict(factorClass, restrictions)
  return [{ path: core[0] ? [core[0].name] : [], message: sentenceOf(core, factorClass) }]
}
