import { computed, type Ref, type WritableComputedRef } from 'vue'
import { RISK_DETECTION_TYPES } from '#contract/policy/conditions.ts'
import { grantChoices } from '#ui/domain/oauth-labels.ts'
import { THIS_SERVICE, type Field, type SignIn } from '#ui/domain/sign-in.ts'
import { detectionLabel } from '../sentence.ts'

/** The first choice of optional fields. */
const OPEN = { value: 'open', label: 'Not given' } as const

export const RISK_CHOICES = [
  OPEN,
  { value: 'LOW', label: 'Low' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'HIGH', label: 'High' },
] as const

export const FLAG_CHOICES = [OPEN, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }] as const
type FlagChoice = (typeof FLAG_CHOICES)[number]['value']

export const AUTH_CHOICES = [
  OPEN,
  { value: 'ANY', label: 'Web page' },
  { value: 'LDAP_INTERFACE', label: 'LDAP' },
] as const

/** The choice before the providers by name. */
export const PROVIDER_EXTRA = [{ id: THIS_SERVICE, name: 'This service' }] as const

export const DETECTION_CHOICES = RISK_DETECTION_TYPES.map((type) => ({ value: type, label: detectionLabel(type) }))

/** Grants that a client can ask by; others are typed. */
export const GRANT_CHOICES = grantChoices(
  ...(['authorization_code', 'client_credentials', 'implicit', 'password', 'refresh_token'] as const),
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
)

type EnumField = { [Name in Field]: SignIn[Name] extends string | null ? Name : never }[Field]

/** An enumerated field as a choice with "not given". */
export function choiceOf<Name extends EnumField>(signIn: Ref<SignIn>, name: Name) {
  return computed({
    get: (): NonNullable<SignIn[Name]> | 'open' => signIn.value[name] ?? 'open',
    set: (choice) => (signIn.value[name] = (choice === 'open' ? null : choice) as SignIn[Name]),
  }) as WritableComputedRef<NonNullable<SignIn[Name]> | 'open'>
}

/** A boolean field as a choice with "not given". */
export function flagOf(signIn: Ref<SignIn>, name: 'registered' | 'managed') {
  return computed({
    get: (): FlagChoice => (signIn.value[name] === null ? 'open' : signIn.value[name] ? 'true' : 'false'),
    set: (choice) => (signIn.value[name] = choice === 'open' ? null : choice === 'true'),
  })
}
