import {
  AppWindow,
  Building2,
  Fingerprint,
  Gauge,
  Globe,
  KeyRound,
  Laptop,
  Monitor,
  Radar,
  Sigma,
  UserCog,
  Users,
} from '@lucide/vue'
import type { Component } from 'vue'
import AuthContextForm from './AuthContextForm.vue'
import AuthProviderForm from './AuthProviderForm.vue'
import BehavioursForm from './BehavioursForm.vue'
import DetectionsForm from './DetectionsForm.vue'
import DeviceForm from './DeviceForm.vue'
import ExpressionForm from './ExpressionForm.vue'
import LevelForm from './LevelForm.vue'
import NetworkForm from './NetworkForm.vue'
import OtherForm from './OtherForm.vue'
import PeopleForm from './PeopleForm.vue'
import PlatformForm from './PlatformForm.vue'
import ProviderForm from './ProviderForm.vue'
import UserTypeForm from './UserTypeForm.vue'

/** How a kind of condition shows in the editor. */
export interface ConditionLook {
  label: string
  /** One line: what it asks. */
  help: string
  /** The same where a policy carries the condition, if it says less there. */
  policyHelp?: string
  icon: Component
  form: Component
  /** What a new one holds. */
  blank: unknown
}

const LOOKS: Readonly<Record<string, ConditionLook>> = {
  people: {
    label: 'People',
    help: 'Groups and people to include or leave out',
    policyHelp: 'Groups that the policy is for',
    icon: Users,
    form: PeopleForm,
    blank: {},
  },
  userType: {
    label: 'User type',
    help: 'What kind of person it is',
    icon: UserCog,
    form: UserTypeForm,
    blank: { include: [], exclude: [] },
  },
  authProvider: {
    label: 'Where the password lives',
    help: 'Kept here, or in a directory',
    icon: Building2,
    form: AuthProviderForm,
    blank: { provider: 'SVC' },
  },
  network: {
    label: 'Network',
    help: 'Where the request comes from',
    icon: Globe,
    form: NetworkForm,
    blank: { connection: 'ZONE' },
  },
  device: {
    label: 'Device',
    help: 'Registered, managed, or proven safe',
    icon: Laptop,
    form: DeviceForm,
    blank: { registered: true },
  },
  platform: {
    label: 'Platform',
    help: 'The operating system',
    icon: Monitor,
    form: PlatformForm,
    blank: { include: [] },
  },
  riskScore: {
    label: 'Risk',
    help: 'How risky the sign-in looks',
    icon: Gauge,
    form: LevelForm,
    blank: { level: 'HIGH' },
  },
  risk: {
    label: 'Behaviour',
    help: 'Something unusual was detected',
    icon: Radar,
    form: BehavioursForm,
    blank: { behaviors: [] },
  },
  entityRisk: {
    label: 'Entity risk',
    help: 'How risky the person has become',
    icon: Gauge,
    form: LevelForm,
    blank: { level: 'HIGH' },
  },
  riskDetectionTypes: {
    label: 'Risk detections',
    help: 'Which events raised the risk',
    icon: Radar,
    form: DetectionsForm,
    blank: { include: [] },
  },
  authContext: {
    label: 'Way of signing in',
    help: 'Any, or the LDAP interface',
    icon: KeyRound,
    form: AuthContextForm,
    blank: { authType: 'LDAP_INTERFACE' },
  },
  identityProvider: {
    label: 'Identity provider',
    help: 'Who authenticated the person',
    icon: Fingerprint,
    form: ProviderForm,
    blank: { provider: 'SVC' },
  },
  app: {
    label: 'Application',
    help: 'What the person wants to open',
    icon: AppWindow,
    form: OtherForm,
    blank: { include: [], exclude: [] },
  },
  userIdentifier: {
    label: 'Identifier',
    help: 'What the person typed to sign in, or an attribute',
    icon: UserCog,
    form: OtherForm,
    blank: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@example.com' }] },
  },
  elCondition: {
    label: 'Expression',
    help: 'Anything else, in the expression language',
    icon: Sigma,
    form: ExpressionForm,
    blank: { condition: '' },
  },
}

/** The look of a condition; one that this program does not know is shown as JSON. */
export function lookOfCondition(key: string): ConditionLook {
  const known = Object.hasOwn(LOOKS, key) ? LOOKS[key] : undefined
  return known ?? { label: key, help: 'Not known to this version', icon: Sigma, form: OtherForm, blank: {} }
}
