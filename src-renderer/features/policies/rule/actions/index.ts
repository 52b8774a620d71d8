import type { Component } from 'vue'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import AccessForm from './AccessForm.vue'
import EnrollForm from './EnrollForm.vue'
import EntityRiskForm from './EntityRiskForm.vue'
import IdpForm from './IdpForm.vue'
import PasswordForm from './PasswordForm.vue'
import PostAuthForm from './PostAuthForm.vue'
import RegistrationForm from './RegistrationForm.vue'
import SignOnForm from './SignOnForm.vue'
import TokenForm from './TokenForm.vue'

/** The form of each type's actions. */
export const ACTION_FORMS: Readonly<Record<PolicyType, Component>> = {
  SVC_SIGN_ON: SignOnForm,
  PASSWORD: PasswordForm,
  MFA_ENROLL: EnrollForm,
  IDP_DISCOVERY: IdpForm,
  ACCESS_POLICY: AccessForm,
  PROFILE_ENROLLMENT: RegistrationForm,
  POST_AUTH_SESSION: PostAuthForm,
  ENTITY_RISK: EntityRiskForm,
  OAUTH_AUTHORIZATION_POLICY: TokenForm,
}
