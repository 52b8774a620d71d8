import type { Component } from 'vue'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import EnrollmentSettings from './EnrollmentSettings.vue'
import PasswordSettings from './PasswordSettings.vue'

/** The form of the settings of each type; null for a type without settings. */
export const SETTINGS_FORMS: Readonly<Record<PolicyType, Component | null>> = {
  SVC_SIGN_ON: null,
  PASSWORD: PasswordSettings,
  MFA_ENROLL: EnrollmentSettings,
  IDP_DISCOVERY: null,
  ACCESS_POLICY: null,
  PROFILE_ENROLLMENT: null,
  POST_AUTH_SESSION: null,
  ENTITY_RISK: null,
  OAUTH_AUTHORIZATION_POLICY: null,
}
