import type { PolicyType } from '#contract/policy/policy-types.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { SIMULATED_TYPES } from '#contract/policy/simulation.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { curlOf, type CurlTarget } from '#ui/api/curl.ts'
import { isOffered } from './simulator-state.ts'
import { FIELD_NAMES, isAskable, isGiven, NOTHING, toBody, type Field, type SignIn } from '#ui/domain/sign-in.ts'
import { fieldLabel } from './fields.ts'

/** Fields that `/simulate` accepts (spec/1 "Access simulation"). */
const OFFERED_FIELDS: ReadonlySet<Field> = new Set<Field>([
  'user',
  'groups',
  'app',
  'ip',
  'zones',
  'risk',
  'platform',
  'registered',
  'managed',
  'assurance',
])

/** A curl command and the inputs it leaves out, or the reason why there is none. */
export type ApiRequest = { text: string; leftOut: string[] } | { text: null; why: string }

/** Why `/simulate` cannot be called with this sign-in; null when it can. */
function refusal(signIn: SignIn, types: readonly PolicyType[], engine: Engine): string | null {
  if (!isAskable(signIn)) return 'It needs a person or groups.'
  if (engine !== 'identity') return 'The Classic Engine does not support it.'
  if (!signIn.app) return 'It needs an application.'
  return types.some(isOffered) ? null : 'It supports none of the chosen types.'
}

/** The `/simulate` request for a sign-in, with the fields and types it does not support. */
export function simulateRequest(
  signIn: SignIn,
  types: readonly PolicyType[],
  engine: Engine,
  target: CurlTarget,
): ApiRequest {
  const why = refusal(signIn, types, engine)
  const given = FIELD_NAMES.filter((field) => isGiven(signIn, field))
  const known = given.filter((field) => OFFERED_FIELDS.has(field))
  const part = { ...NOTHING, ...Object.fromEntries(known.map((field) => [field, signIn[field]])) }
  const { appInstance, policyContext } = toBody(part)
  if (why || !appInstance) return { text: null, why: why ?? 'It needs an application.' }
  const policyTypes = SIMULATED_TYPES.filter((type) => types.includes(type))
  const body = { policyTypes, appInstance, policyContext }
  return {
    text: curlOf('simulatePolicies', { query: { expand: 'EVALUATED,RULE' }, body }, target),
    leftOut: [
      ...given.filter((field) => !OFFERED_FIELDS.has(field)).map(fieldLabel),
      ...types.filter((type) => !isOffered(type)).map((type) => policyType(type).label.toLowerCase()),
    ],
  }
}

/** The request for Gatehouse's explanation of a sign-in; it supports every field. */
export function explainRequest(signIn: SignIn, types: readonly PolicyType[], target: CurlTarget): ApiRequest {
  if (!isAskable(signIn)) return { text: null, why: 'It needs a person or groups.' }
  const body = { policyTypes: [...types], ...toBody(signIn) }
  return { text: curlOf('explainPolicies', { body }, target), leftOut: [] }
}
