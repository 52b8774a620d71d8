import { defineAsyncComponent } from 'vue'
import { AUTHENTICATOR_KEYS, AUTHENTICATOR_NAMES, type AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { authenticatorTraits, hasSetting } from '#contract/policy/resources/authenticator.ts'
import { findReferences } from '#ui/api/references.ts'
import { getIn } from '#ui/lib/tree.ts'
import { defineCollection, NAMED_BY_POLICIES } from '#ui/resource/collection/define-collection.ts'
import { isOneOf, NAME_FIELD, optionsOf, type Draft } from '#ui/resource/form/field-specs.ts'

const ALLOWED_FOR_LABELS = {
  any: 'Signing in and recovery',
  sso: 'Signing in',
  recovery: 'Recovery',
  none: 'Nothing for now',
}

/** What a new authenticator is offered with; of these, each kind takes the settings that it has. */
const DEFAULTS = {
  allowedFor: 'any',
  tokenLifetimeInMinutes: 5,
  userVerification: 'PREFERRED',
  compliance: { fips: 'OPTIONAL' },
  channelBinding: { required: 'NEVER' },
}

const authenticatorHas = (setting: Parameters<typeof hasSetting>[1]) => (draft: Draft) =>
  hasSetting(draft['key'] as AuthenticatorKey, setting)

const isCustomApp = isOneOf('key', 'custom_app')
const isSystem = (key: string) => authenticatorTraits(key as AuthenticatorKey).system === true

/** The ways in which people verify their identity. */
export const authenticators = defineCollection(
  {
    kind: 'authenticator',
    title: 'Authenticators',
    operations: {
      list: 'listAuthenticators',
      get: 'getAuthenticator',
      create: 'createAuthenticator',
      replace: 'replaceAuthenticator',
      remove: 'deleteAuthenticator',
      activate: 'activateAuthenticator',
      deactivate: 'deactivateAuthenticator',
    },
    createQuery: { activate: 'true' },
    nameOf: (authenticator) => authenticator.name,
  },
  {
    lead: 'Ways people verify their identity. Enrollment policies list the active ones.',
    engine: 'identity',
    aboutTitle: 'Key',
    about: ({ key }) => key,
    changedAt: ({ lastUpdated }) => lastUpdated,
    builtIn: ({ key }) =>
      isSystem(key) ? 'Every organization has it: it can be neither deactivated nor deleted.' : null,
    canDelete: ({ status }) => status !== 'ACTIVE',
    canSwitch: ({ key }) => !isSystem(key),
    referencesOf: ({ key }, signal) => findReferences(key, signal),
    ...NAMED_BY_POLICIES,
    parts: defineAsyncComponent(() => import('./AuthenticatorMethods.vue')),
    form: {
      blank: (key = 'phone_number') => ({
        key,
        name: AUTHENTICATOR_NAMES[key as AuthenticatorKey],
        settings: structuredClone(DEFAULTS),
      }),
      several: (key) => authenticatorTraits(key as AuthenticatorKey).several === true,
      fields: [
        {
          path: 'key',
          label: 'Kind',
          control: 'choice',
          fixed: true,
          options: optionsOf(AUTHENTICATOR_KEYS, AUTHENTICATOR_NAMES),
          help: 'An organization has one of each kind, but for custom apps, custom one-time codes and identity providers.',
        },
        NAME_FIELD,
        {
          path: 'settings.allowedFor',
          label: 'Used for',
          control: 'choice',
          options: optionsOf(['any', 'sso', 'recovery', 'none'], ALLOWED_FOR_LABELS),
          when: authenticatorHas('allowedFor'),
        },
        {
          path: 'settings.tokenLifetimeInMinutes',
          label: 'Code lifetime',
          control: 'number',
          unit: 'minutes',
          min: 1,
          max: 60,
          when: authenticatorHas('tokenLifetimeInMinutes'),
        },
        {
          path: 'settings.userVerification',
          label: 'User verification',
          control: 'choice',
          options: optionsOf(['DISCOURAGED', 'PREFERRED', 'REQUIRED'], {
            DISCOURAGED: 'Discouraged',
            PREFERRED: 'Preferred',
            REQUIRED: 'Required',
          }),
          help: 'Whether the device asks for a fingerprint, a face or a PIN.',
          when: authenticatorHas('userVerification'),
        },
        {
          path: 'settings.userVerificationMethods',
          label: 'User verification by',
          control: 'many',
          none: 'Any that the device offers',
          options: optionsOf(['BIOMETRICS', 'PIN'], { BIOMETRICS: 'Fingerprint or face', PIN: 'PIN' }),
          when: authenticatorHas('userVerificationMethods'),
        },
        {
          path: 'settings.channelBinding.required',
          label: 'Number challenge',
          control: 'choice',
          options: optionsOf(['ALWAYS', 'HIGH_RISK_ONLY', 'NEVER'], {
            ALWAYS: 'For every push notification',
            HIGH_RISK_ONLY: 'For high-risk sign-ins',
            NEVER: 'Never',
          }),
          help: 'To approve a push notification, people choose the number that the sign-in page shows.',
          when: authenticatorHas('channelBinding'),
        },
        {
          path: 'settings.enrollmentSecurityLevel',
          label: 'Ways to enroll',
          control: 'choice',
          none: 'Not set',
          options: optionsOf(['ANY', 'HIGH'], { ANY: 'Any', HIGH: 'Only those of higher security' }),
          when: authenticatorHas('enrollmentSecurityLevel'),
        },
        {
          path: 'settings.appInstanceId',
          label: 'Application id',
          control: 'text',
          mono: true,
          help: 'Of the application that people verify with.',
          when: isCustomApp,
        },
        {
          path: 'settings.oauthClientId',
          label: 'OAuth client id',
          control: 'text',
          mono: true,
          when: isCustomApp,
        },
        {
          path: 'settings.compliance.fips',
          label: 'FIPS-compliant encryption',
          control: 'choice',
          options: optionsOf(['OPTIONAL', 'REQUIRED'], { OPTIONAL: 'Optional', REQUIRED: 'Required' }),
          when: authenticatorHas('compliance'),
        },
        {
          path: 'provider.type',
          label: 'Provider',
          control: 'choice',
          none: 'Not set',
          options: optionsOf(['CLAIMS', 'PUSH', 'OTP'], {
            CLAIMS: 'Claims of an identity provider',
            PUSH: 'Push message',
            OTP: 'One-time code',
          }),
          when: isOneOf('key', 'external_idp', 'custom_app', 'custom_otp'),
        },
        {
          path: 'provider.configuration.idpId',
          label: 'Identity provider',
          control: 'entity',
          kind: 'identityProvider',
          when: (draft) => isOneOf('key', 'external_idp')(draft) && getIn(draft, 'provider.type') !== undefined,
        },
      ],
    },
  },
)
