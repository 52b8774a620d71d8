import type { Component } from 'vue'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import EnrollmentSettings from './EnrollmentSettings.vue'
import PasswordSettings from './PasswordSettings.vue'

/** The form of the settings of each type that has some. */
export const SETTINGS_FORMS: Readonly<Partial<Record<PolicyType, Component>>> = {
  PASSWORD: PasswordSettings,
  MFA_ENROLL: EnrollmentSettings,
}
