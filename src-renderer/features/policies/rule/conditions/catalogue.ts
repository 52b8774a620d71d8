import {
  AppWindow,
  Building2,
  Fingerprint,
  Gauge,
  Globe,
  KeyRound,
  Laptop,
  ListChecks,
  Monitor,
  Radar,
  Sigma,
  UserCog,
  Users,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { PolicyConditionKey, RuleConditionKey } from '#contract/policy/conditions.ts'
import AppForm from './AppForm.vue'
import AuthContextForm from './AuthContextForm.vue'
import AuthProviderForm from './AuthProviderForm.vue'
import BehaviorsForm from './BehaviorsForm.vue'
import ClientsForm from './ClientsForm.vue'
import DetectionsForm from './DetectionsForm.vue'
import DeviceForm from './DeviceForm.vue'
import ExpressionForm from './ExpressionForm.vue'
import GrantTypesForm from './GrantTypesForm.vue'
import IdentifierForm from './IdentifierForm.vue'
import LevelForm from './LevelForm.vue'
import NetworkForm from './NetworkForm.vue'
import PeopleForm from './PeopleForm.vue'
import PlatformForm from './PlatformForm.vue'
import ProviderForm from './ProviderForm.vue'
import ScopesForm from './ScopesForm.vue'
import UnknownForm from './UnknownForm.vue'
import UserTypeForm from './UserTypeForm.vue'

/** How a kind of condition shows in the editor. */
interface ConditionMeta {
  label: string
  /** One line: what it asks. */
  help: string
  /** The same where a policy carries the condition, if it says less there. */
  policyHelp?: string
  icon: Component
  form: Component
  /** The value of a new condition. */
  blank: unknown
}

type ConditionKey = RuleConditionKey | PolicyConditionKey

const CONDITION_META: Readonly<Record<ConditionKey, ConditionMeta>> = {
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
    label: 'Behavior',
    help: 'Something unusual was detected',
    icon: Radar,
    form: BehaviorsForm,
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
    label: 'Sign-in via',
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
    form: AppForm,
    blank: { include: [], exclude: [] },
  },
  userIdentifier: {
    label: 'Identifier',
    help: 'What the person typed to sign in, or an attribute',
    icon: UserCog,
    form: IdentifierForm,
    blank: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@example.com' }] },
  },
  clients: {
    label: 'Client',
    help: 'Which application asks for a token',
    policyHelp: 'Clients that the policy is for',
    icon: AppWindow,
    form: ClientsForm,
    blank: { include: ['ALL_CLIENTS'] },
  },
  grantTypes: {
    label: 'Grant type',
    help: 'How the client asks',
    icon: KeyRound,
    form: GrantTypesForm,
    blank: { include: ['authorization_code'] },
  },
  scopes: {
    label: 'Scopes',
    help: 'Scopes that are asked for',
    icon: ListChecks,
    form: ScopesForm,
    blank: { include: ['*'] },
  },
  elCondition: {
    label: 'Expression',
    help: 'Anything else, in the expression language',
    icon: Sigma,
    form: ExpressionForm,
    blank: { condition: '' },
  },
}

/** The presentation of a condition; unknown ones are shown as written, so that they can be read and removed. */
export function metaOfCondition(key: string): ConditionMeta {
  const known = Object.hasOwn(CONDITION_META, key) ? CONDITION_META[key as ConditionKey] : undefined
  return known ?? { label: key, help: 'No type has this condition', icon: Sigma, form: UnknownForm, blank: {} }
}
