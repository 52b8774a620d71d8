/**
 * The authenticator tables as the documents print them, and a check that reads nothing else: what the product's own
 * table and matching are held against. The relationship (spec/1) and the characteristics (spec/4 §1.7), one line a method.
 */
const RELATIONSHIP = `
svc_password | PASSWORD | PASSWORD | knowledge
security_question | SECURITY_QUESTION | SECURITY_QUESTION | knowledge
svc_email | EMAIL | EMAIL | possession
phone_number | PHONE | SMS | possession
phone_number | PHONE | VOICE | possession
partner_app_a | APP | PARTNER_APP_A | possession
partner_otp_a | APP | OTP | possession
partner_otp_b | APP | OTP | possession
svc_verify | APP | TOTP | possession
svc_verify | APP | PUSH | possession, inherence
svc_verify | APP | SIGNED_NONCE | possession, inherence
custom_app | APP | PUSH | possession, inherence
webauthn | SECURITY_KEY | WEBAUTHN | possession, inherence
custom_otp | SECURITY_KEY | OTP | possession
onprem_mfa | SECURITY_KEY | OTP | possession
partner_token_a | SECURITY_KEY | OTP | possession
partner_token_b | SECURITY_KEY | OTP | possession
external_idp | FEDERATED | IDP | possession
smart_card_idp | FEDERATED | CERT | possession, knowledge, inherence`

/** HW, DB, PR, UP, UV: y yes, * only in some configurations, - no. */
const CHARACTERISTICS = `
svc_password PASSWORD | - | - | - | y | -
security_question SECURITY_QUESTION | - | - | - | y | -
svc_email EMAIL | - | - | - | y | -
phone_number SMS | - | - | - | y | -
phone_number VOICE | - | - | - | y | -
partner_app_a PARTNER_APP_A | - | * | - | y | -
partner_otp_a OTP | - | y | - | y | -
partner_otp_b OTP | - | y | - | y | -
svc_verify TOTP | - | y | - | * | -
svc_verify PUSH | y | y | - | * | y
svc_verify SIGNED_NONCE | * | y | * | * | y
custom_app PUSH | * | y | - | y | y
webauthn WEBAUTHN | - | y | y | y | y
custom_otp OTP | - | y | - | y | -
onprem_mfa OTP | - | y | - | y | -
partner_token_b OTP | - | y | - | y | -
partner_token_a OTP | y | y | - | y | -
external_idp IDP | - | - | - | y | -
smart_card_idp CERT | * | y | y | y | *`

const TRAITS = ['hardwareProtection', 'deviceBound', 'phishingResistant', 'userPresence', 'userVerification'] as const

const cells = (line: string) => line.split('|').map((cell) => cell.trim())
const lines = (text: string) => text.trim().split('\n')

export interface NaiveMethod {
  key: string
  type: string
  method: string
  classes: string[]
  marks: Record<(typeof TRAITS)[number], string>
}

export const NAIVE_METHODS: readonly NaiveMethod[] = lines(RELATIONSHIP).map((line) => {
  const [key = '', type = '', method = '', classes = ''] = cells(line)
  const [, ...marks] = lines(CHARACTERISTICS)
    .map(cells)
    .find(([name]) => name === `${key} ${method}`) as string[]
  const named = Object.fromEntries(TRAITS.map((trait, index) => [trait, marks[index]])) as NaiveMethod['marks']
  return { key, type, method, classes: classes.split(', '), marks: named }
})

interface Named {
  key: string
  method?: string | undefined
}

export interface NaiveFactor {
  types?: readonly string[] | undefined
  methods?: readonly string[] | undefined
  authenticationMethods?: readonly Named[] | undefined
  excludedAuthenticationMethods?: readonly Named[] | undefined
  required?: boolean | undefined
  [trait: string]: unknown
}

/** The constraint table of spec/1, line by line. */
export function naivelySatisfies(one: NaiveMethod, factorClass: string, factor: NaiveFactor): boolean {
  const isNamedIn = (list: readonly Named[]) =>
    list.some(({ key, method }) => key === one.key && (!method || method.toUpperCase() === one.method))
  if (!one.classes.includes(factorClass)) return false
  if (factor.types?.length && !factor.types.includes(one.type)) return false
  if (factor.methods?.length && !factor.methods.includes(one.method)) return false
  if (factor.authenticationMethods?.length && !isNamedIn(factor.authenticationMethods)) return false
  if (factor.excludedAuthenticationMethods?.length && isNamedIn(factor.excludedAuthenticationMethods)) return false
  if (factorClass !== 'possession') return true
  return TRAITS.every((trait) => {
    const need = factor[trait] ?? (trait === 'userPresence' ? 'REQUIRED' : 'OPTIONAL')
    return need === 'OPTIONAL' || one.marks[trait] !== '-'
  })
}

/** Whether a class must be brought: by default, unless methods are excluded. */
export function naivelyDemanded(factor: NaiveFactor | undefined): boolean {
  if (!factor || factor.excludedAuthenticationMethods?.length) return false
  return factor.required !== false
}

interface NaiveChain {
  authenticationMethods: readonly NaiveReference[]
  next?: readonly NaiveChain[] | undefined
}

/** A method of a chain with what is required of it. */
export type NaiveReference = Named & Partial<Record<(typeof TRAITS)[number], string | undefined>>

/** Whether a method is what a reference of a chain asks for. */
export function naivelyMeans(reference: NaiveReference, one: NaiveMethod): boolean {
  const isNamed = reference.key === one.key && (!reference.method || reference.method.toUpperCase() === one.method)
  return isNamed && TRAITS.every((trait) => reference[trait] !== 'REQUIRED' || one.marks[trait] !== '-')
}

/** Whether each reference of a chain means some method: the product refuses others. */
export function naivelySound(chain: NaiveChain): boolean {
  const isSound = chain.authenticationMethods.every((one) => NAIVE_METHODS.some((method) => naivelyMeans(one, method)))
  return isSound && (chain.next ?? []).every(naivelySound)
}

/** Whether a chain can be passed with some methods: every choice of a method for each step is tried, none of them twice. */
export function naivelyPasses(
  chain: NaiveChain | undefined,
  methods: readonly NaiveMethod[],
  used: readonly NaiveMethod[] = [],
): boolean {
  if (!chain) return true
  const fits = (one: NaiveMethod) => chain.authenticationMethods.some((reference) => naivelyMeans(reference, one))
  return methods.some(
    (one) => fits(one) && !used.includes(one) && naivelyPasses(chain.next?.[0], methods, [...used, one]),
  )
}
