import type { PolicyType } from '../../../src-server/contract/policy-types.ts'
import { policyType } from '../../../src-server/contract/policy-types.ts'
import { SIMULATED_TYPES } from '../../../src-server/contract/simulation.ts'
import type { Engine } from '../../../src-server/contract/workspace.ts'
import { curlOf } from '../../api/curl.ts'
import { isOffered } from './bench.ts'
import { FIELD_NAMES, isAskable, isGiven, NOTHING, toBody, type Field, type SignIn } from './context.ts'
import { fieldLabel } from './fields.ts'

/** Fields that the interface's own simulation takes (spec/1 "Access simulation"). */
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

/** A request as a curl command, with what could not be said in it; or why there is none. */
export type ApiRequest = { text: string; leftOut: string[] } | { text: null; why: string }

/** Why the interface's own simulation cannot be asked; null when it can. */
function refusal(signIn: SignIn, types: readonly PolicyType[], engine: Engine): string | null {
  if (!isAskable(signIn)) return 'It needs a person or groups.'
  if (engine !== 'identity') return 'The classic engine does not offer it.'
  if (!signIn.app) return 'It needs an application.'
  return types.some(isOffered) ? null : 'It offers none of the chosen types.'
}

/** The interface's own request for a sign-in, and the fields and types that it does not know. */
export function simulateRequest(
  signIn: SignIn,
  types: readonly PolicyType[],
  engine: Engine,
  baseUrl: string,
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
    text: curlOf('simulatePolicies', { query: { expand: 'EVALUATED,RULE' }, body }, baseUrl),
    leftOut: [
      ...given.filter((field) => !OFFERED_FIELDS.has(field)).map(fieldLabel),
      ...types.filter((type) => !isOffered(type)).map((type) => policyType(type).label.toLowerCase()),
    ],
  }
}

/** Gatehouse's own request for a sign-in, which leaves nothing out. */
export function explainRequest(signIn: SignIn, types: readonly PolicyType[], baseUrl: string): ApiRequest {
  if (!isAskable(signIn)) return { text: null, why: 'It needs a person or groups.' }
  const body = { policyTypes: [...types], ...toBody(signIn) }
  return { text: curlOf('explainPolicies', { body }, baseUrl), leftOut: [] }
}
