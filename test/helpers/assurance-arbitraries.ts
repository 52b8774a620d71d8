import fc from 'fast-check'
import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_METHODS,
  AUTHENTICATOR_TABLE,
  AUTHENTICATOR_TYPES,
  CHARACTERISTICS,
  methodsOf,
} from '#contract/policy/authenticator-table.ts'
import { CHAIN_TRAITS, type MethodChain } from '#contract/policy/chain-match.ts'
import type { FactorConstraint } from '#contract/policy/factor-match.ts'
import type { VerificationDemand } from '#policy/explain/assurance.ts'

/** Random verification methods, satisfiable or not. */

/** Of factors, not of chains. */
export type Demand = Extract<VerificationDemand, { factorMode: unknown }>

/** All methods of some authenticators. */
export const methodsOfKeys = (keys: readonly string[]) => keys.flatMap(methodsOf)

const some = <T>(all: readonly T[]) => fc.uniqueArray(fc.constantFrom(...all), { maxLength: 4 })
const references = fc.array(
  fc
    .constantFrom(...AUTHENTICATOR_TABLE)
    .chain(({ key, method }) => fc.constantFrom({ key }, { key, method }, { key, method: method.toLowerCase() })),
  { maxLength: 5 },
)
const lists = {
  types: some(AUTHENTICATOR_TYPES),
  methods: some(AUTHENTICATOR_METHODS),
  authenticationMethods: references,
  excludedAuthenticationMethods: references,
  required: fc.boolean(),
}
const needs = Object.fromEntries(
  CHARACTERISTICS.map((name) => [name, fc.constantFrom('REQUIRED' as const, 'OPTIONAL' as const)]),
)
export const knowledge: fc.Arbitrary<FactorConstraint> = fc.record(lists, { requiredKeys: [] })
export const possession: fc.Arbitrary<FactorConstraint> = fc.record({ ...lists, ...needs }, { requiredKeys: [] })
const constraint = fc
  .record({ knowledge, possession }, { requiredKeys: [] })
  .filter((one) => one.knowledge !== undefined || one.possession !== undefined)
export const demand: fc.Arbitrary<Demand> = fc.record({
  factorMode: fc.constantFrom('1FA', '2FA'),
  constraints: fc.array(constraint, { maxLength: 3 }),
})
/** Methods that are switched on: each by itself, or all of some authenticators. */
export const enabledMethods = fc
  .oneof(some(AUTHENTICATOR_KEYS).map(methodsOfKeys), some(AUTHENTICATOR_TABLE))
  .map((methods) => new Set(methods))

const contended = AUTHENTICATOR_TABLE.filter(({ key }) => ['phone_number', 'svc_verify', 'svc_email'].includes(key))
/** Sometimes one of which no method has what is required. */
const requirement = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom(...CHAIN_TRAITS).map((name) => ({ [name]: 'REQUIRED' as const })),
  fc.constantFrom(...CHAIN_TRAITS).map((name) => ({ [name]: 'OPTIONAL' as const })),
)
const chainReferences = fc.array(
  fc
    .tuple(fc.constantFrom(...contended), requirement)
    .chain(([{ key, method }, required]) =>
      fc.constantFrom({ key, ...required }, { key, method: method.toLowerCase(), ...required }),
    ),
  { minLength: 1, maxLength: 3 },
)
const step: fc.Arbitrary<MethodChain> = fc.record(
  { authenticationMethods: chainReferences, reauthenticateIn: fc.constantFrom('PT0S', 'PT1H', 'PT12H') },
  { requiredKeys: ['authenticationMethods'] },
)
/** Over a few methods only, so that steps contend for them. */
export const chain = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) =>
    steps.reduceRight<MethodChain | undefined>((next, one) => (next ? { ...one, next: [next] } : one), undefined),
  )
  .map((built) => built as MethodChain)
