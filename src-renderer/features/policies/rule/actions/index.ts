import type { Component } from 'vue'
import type { PolicyType } from '../../../../../src-server/contract/policy-types.ts'
import AccessForm from './AccessForm.vue'
import OtherActions from './OtherActions.vue'
import PasswordForm from './PasswordForm.vue'
import SignOnForm from './SignOnForm.vue'

const FORMS: Partial<Record<PolicyType, Component>> = {
  SVC_SIGN_ON: SignOnForm,
  ACCESS_POLICY: AccessForm,
  PASSWORD: PasswordForm,
}

/** The form of a type's actions; JSON where there is none yet. */
export function actionForm(type: PolicyType): Component {
  return FORMS[type] ?? OtherActions
}
