import { connectionWriteSchema, type Connection, type ConnectionPeople } from '#contract/gatehouse/connection.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'
import { isOneOf, NAME_FIELD, optionsOf, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { AUTHENTICATION_LABELS } from './connections.ts'
import PeopleField from './people/PeopleField.vue'
import { PEOPLE_CHOICES, searchProblem } from './people/people-text.ts'
import VocabularyField from './VocabularyField.vue'

const byToken = isOneOf('authentication.type', 'API_TOKEN')
const byServiceApp = isOneOf('authentication.type', 'SERVICE_APP')
const TOKEN_KEPT = 'Empty, the stored token stays. At another address it has to be given again.'
const TOKEN_NEW =
  'Create it at the remote, for an administrator who may read what is compared. It is encrypted, and never shown again.'

const blank = () => ({
  ...{ name: '', address: '', authentication: { type: 'API_TOKEN', token: '' } },
  ...{ people: { mode: 'ALL' }, vocabulary: null, budgetPercent: 50, mayWrite: false, followLog: false },
})

/** What an edited connection begins with: only what can be changed, and no secret. */
function draftOf(connection: Connection) {
  const { name, address, authentication, people, vocabulary, budgetPercent, mayWrite, followLog } = connection
  const { type } = authentication
  const app = type === 'SERVICE_APP' && { clientId: authentication.clientId, scopes: authentication.scopes }
  return { name, address, authentication: { type, ...app }, people, vocabulary, budgetPercent, mayWrite, followLog }
}

/** The form of a connection. @param stored the one that is edited; null for a new one */
export function connectionForm(stored: Connection | null): ObjectForm<Connection> {
  const hasToken = stored?.authentication.type === 'API_TOKEN' && !stored.needsSecret
  const token: FieldSpec = {
    ...{ path: 'authentication.token', label: 'API token', control: 'text', secret: true, required: !hasToken },
    ...{ help: hasToken ? TOKEN_KEPT : TOKEN_NEW, when: byToken },
    ...(hasToken && { placeholder: 'Stays as it is' }),
  }
  return { width: 600, blank, draftOf, check: problemsBy(connectionWriteSchema), fields: fieldsWith(token, stored) }
}

const fieldsWith = (token: FieldSpec, stored: Connection | null): FieldSpec[] => [
  { ...NAME_FIELD, help: 'What the other side is called here, such as Staging.' },
  {
    ...{ path: 'address', label: 'Address', control: 'text', required: true, mono: true },
    placeholder: 'https://acme.example.com',
    help: 'https, or http on this machine. Nothing behind host and port.',
  },
  {
    ...{ path: 'authentication.type', label: 'Authenticates with', control: 'radio' },
    options: [
      { value: 'API_TOKEN', label: AUTHENTICATION_LABELS.API_TOKEN },
      { value: 'SERVICE_APP', label: AUTHENTICATION_LABELS.SERVICE_APP },
    ],
  },
  token,
  {
    ...{ path: 'authentication.clientId', label: 'Client ID', control: 'text', required: true, mono: true },
    help: 'Of the service app at the remote. Its public key is made here, and shown after you save.',
    when: byServiceApp,
  },
  {
    ...{ path: 'authentication.scopes', label: 'Scopes', control: 'many', free: true, none: 'None yet' },
    options: optionsOf(OAUTH_SCOPES.filter((scope) => /\.(?:read|manage)$/.test(scope))),
    help: 'What access tokens are requested for. The service app must be granted them. To write, it needs those that end in .manage.',
    when: byServiceApp,
  },
  {
    ...{ path: 'people.mode', label: 'People', control: 'own', component: PeopleField },
    props: () => ({ stored: stored?.people.mode ?? null }),
    lines: (value) => [PEOPLE_CHOICES[value as ConnectionPeople['mode']].label],
    locked: () => stored?.people.mode === 'PSEUDONYMS',
  },
  {
    ...{ path: 'people.search', label: 'Search', control: 'text', required: true, mono: true, check: searchProblem },
    placeholder: 'profile.department eq "Sales"',
    help: 'As the list of people of the interface takes it.',
    when: isOneOf('people.mode', 'SEARCH'),
  },
  {
    ...{ path: 'vocabulary', label: 'Vocabulary', control: 'own', component: VocabularyField },
    help: 'The words that the remote speaks.',
  },
  {
    ...{ path: 'budgetPercent', label: 'Budget', control: 'number', unit: '%', min: 1, max: 100 },
    help: 'The share of each rate limit of the remote that is used at most.',
  },
  {
    ...{ path: 'mayWrite', label: 'May write', control: 'switch', off: false },
    help: 'Off, nothing is ever changed there. On, changes that you send are made there with the rights of the token.',
  },
  {
    ...{ path: 'followLog', label: 'Follow its log', control: 'switch', off: false },
    help: 'On, its events are read on every minute, and shown in Audit as a log of their own. Only with all people.',
  },
]
