import { computed, type Ref, type WritableComputedRef } from 'vue'
import { RISK_DETECTION_TYPES } from '../../../../src-server/contract/conditions.ts'
import { THIS_SERVICE, type Field, type SignIn } from '../context.ts'
import { detectionWord } from '../sentence.ts'

/** The first choice wherever a field may stay open. */
export const OPEN = { value: 'open', label: 'Not given' } as const

export const RISK_CHOICES = [
  OPEN,
  { value: 'LOW', label: 'Low' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'HIGH', label: 'High' },
] as const

export const FLAG_CHOICES = [OPEN, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }] as const
type FlagWord = (typeof FLAG_CHOICES)[number]['value']

export const AUTH_CHOICES = [
  OPEN,
  { value: 'ANY', label: 'A page' },
  { value: 'LDAP_INTERFACE', label: 'LDAP' },
] as const

/** Beside the providers by name. */
export const PROVIDER_EXTRA = [{ id: THIS_SERVICE, name: 'This service itself' }] as const

export const DETECTION_CHOICES = RISK_DETECTION_TYPES.map((type) => ({ value: type, label: detectionWord(type) }))

/** The grants of OAuth 2.0 and its extensions (RFC 6749, RFC 8628, RFC 8693); others can be typed. */
export const GRANT_CHOICES = [
  'authorization_code',
  'client_credentials',
  'implicit',
  'password',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
].map((grant) => ({ value: grant, label: grant }))

type Worded = { [Name in Field]: SignIn[Name] extends string | null ? Name : never }[Field]

/** A field of few words as a choice, "not given" among them. */
export function wordOf<Name extends Worded>(signIn: Ref<SignIn>, name: Name) {
  return computed({
    get: (): NonNullable<SignIn[Name]> | 'open' => signIn.value[name] ?? 'open',
    set: (word) => (signIn.value[name] = (word === 'open' ? null : word) as SignIn[Name]),
  }) as WritableComputedRef<NonNullable<SignIn[Name]> | 'open'>
}

/** A yes or no as a choice, "not given" among them. */
export function flagOf(signIn: Ref<SignIn>, name: 'registered' | 'managed') {
  return computed({
    get: (): FlagWord => (signIn.value[name] === null ? 'open' : signIn.value[name] ? 'true' : 'false'),
    set: (word) => (signIn.value[name] = word === 'open' ? null : word === 'true'),
  })
}
