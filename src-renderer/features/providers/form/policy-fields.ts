import { getIn } from '#ui/lib/tree.ts'
import { isOneOf, optionsOf, type Draft, type FieldSpec, type SpecOf } from '#ui/resource/form/field-specs.ts'

const P = 'policy.provisioning'
const choice = (
  path: string,
  label: string,
  words: Record<string, string>,
  help: string,
  when?: FieldSpec['when'],
): SpecOf<'choice'> => ({
  path,
  label,
  control: 'choice',
  required: true,
  options: optionsOf(Object.keys(words), words),
  help,
  when,
})

const creates = isOneOf(`${P}.action`, 'AUTO')
const links = isOneOf('policy.accountLink.action', 'AUTO')
const sendsClaims = isOneOf('type', 'SAML2', 'OIDC')
const byAttribute = isOneOf('policy.subject.matchType', 'CUSTOM_ATTRIBUTE')
const assigns = (draft: Draft) => creates(draft) && getIn(draft, `${P}.groups.action`) === 'ASSIGN'
const readsGroups = (draft: Draft) =>
  creates(draft) && ['APPEND', 'SYNC'].includes(String(getIn(draft, `${P}.groups.action`)))

/** How people from the provider are matched, linked and created (spec/5 §9 "policy"). */
export const POLICY_FIELDS: readonly FieldSpec[] = [
  { path: 'subject', label: 'Who is it?', control: 'heading' },
  {
    path: 'policy.subject.userNameTemplate.template',
    label: 'Name at the provider',
    control: 'text',
    mono: true,
    required: true,
    help: 'An expression over what the provider sends. Usually idpuser.email.',
  },
  choice(
    'policy.subject.matchType',
    'The name is compared with',
    {
      USERNAME: 'The login',
      EMAIL: 'The email address',
      USERNAME_OR_EMAIL: 'The login or the email address',
      CUSTOM_ATTRIBUTE: 'Another attribute',
    },
    'By default the login.',
  ),
  {
    path: 'policy.subject.matchAttribute',
    label: 'Attribute',
    control: 'text',
    mono: true,
    required: true,
    help: 'Its name in the profile.',
    when: byAttribute,
  },
  {
    path: 'policy.transformedUsernameMatchingEnabled',
    label: 'Compare the result of the expression',
    control: 'switch',
    off: false,
    help: 'Off by default: existing people are found by the name that the provider sends.',
  },
  {
    path: 'policy.subject.filter',
    label: 'Only names that match',
    control: 'text',
    mono: true,
    placeholder: '(\\S+@example\\.com)',
    help: 'A regular expression; others are turned away. Left empty: all names.',
  },
  { path: 'link', label: 'People who exist here', control: 'heading' },
  choice(
    'policy.accountLink.action',
    'Existing people are linked',
    { AUTO: 'Automatically, at the first sign-in', DISABLED: 'Never' },
    'By default at the first sign-in.',
  ),
  {
    path: 'policy.accountLink.filter.groups.include',
    label: 'Link only members of',
    control: 'entity',
    kind: 'group',
    multiple: true,
    help: 'Keeps a provider from signing in administrators. Empty: everyone.',
    when: links,
  },
  { path: 'new', label: 'People who are new here', control: 'heading' },
  choice(
    `${P}.action`,
    'New people are created',
    { AUTO: 'Automatically, at the first sign-in', DISABLED: 'Never: they are turned away' },
    'By default at the first sign-in.',
  ),
  {
    path: `${P}.profileMaster`,
    label: 'The provider is the source of profiles',
    control: 'switch',
    off: false,
    help: 'Off by default. On, each sign-in writes what it sends into the profile.',
  },
  choice(
    `${P}.groups.action`,
    'Groups of new people',
    {
      NONE: 'None',
      ASSIGN: 'These groups',
      APPEND: 'Those that the provider names, in addition',
      SYNC: 'Exactly those that the provider names',
    },
    'Groups that a new person joins.',
    creates,
  ),
  {
    path: `${P}.groups.assignments`,
    label: 'New people join',
    control: 'entity',
    kind: 'group',
    multiple: true,
    when: assigns,
  },
  {
    path: `${P}.groups.sourceAttributeName`,
    label: 'Attribute that names the groups',
    control: 'text',
    mono: true,
    placeholder: 'groups',
    when: readsGroups,
  },
  {
    path: `${P}.groups.filter`,
    label: 'Only these groups',
    control: 'entity',
    kind: 'group',
    multiple: true,
    help: 'What else the provider names is ignored.',
    when: readsGroups,
  },
  { path: 'status', label: 'People who may not sign in', control: 'heading' },
  choice(
    `${P}.conditions.deprovisioned.action`,
    'Deactivated people',
    { NONE: 'Stay deactivated', REACTIVATE: 'Are activated again' },
    'By default the provider does not decide that.',
  ),
  choice(
    `${P}.conditions.suspended.action`,
    'Suspended people',
    { NONE: 'Stay suspended', UNSUSPEND: 'Are let in again' },
    'By default the provider does not decide that.',
  ),
  { path: 'trust', label: 'What is believed', control: 'heading' },
  {
    path: 'policy.maxClockSkew',
    label: 'Allowed clock difference',
    control: 'number',
    unit: 'ms',
    min: 0,
    max: 3_600_000,
    help: '0 by default. Two minutes are 120000.',
  },
  {
    path: 'policy.trustClaims',
    label: 'Trust its authentication methods',
    control: 'switch',
    off: false,
    help: 'Off by default. On, a second factor there can stand for one here.',
    when: sendsClaims,
  },
  {
    path: 'policy.mapAMRClaims',
    label: 'Use the methods that it reports (amr)',
    control: 'switch',
    off: false,
    help: 'Off by default.',
    when: sendsClaims,
  },
]
