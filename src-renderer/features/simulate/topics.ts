import { isGiven, NOTHING, type Field, type SignIn } from './context.ts'

/** Fields that few conditions ask for: they are shown once they say something, a condition asks, or one adds them. */
export interface Topic {
  key: string
  label: string
  /** One line: what asks for it. */
  help: string
  fields: readonly Field[]
}

export const TOPICS = [
  {
    key: 'identifier',
    label: 'What they typed',
    help: 'The name typed to sign in, for routing',
    fields: ['identifier'],
  },
  {
    key: 'through',
    label: 'Signs in through',
    help: 'LDAP or not; which identity provider',
    fields: ['authType', 'idp'],
  },
  { key: 'behaviors', label: 'Behaviours detected', help: 'Such as a new city or device', fields: ['behaviors'] },
  {
    key: 'entity',
    label: 'Risk of the person',
    help: 'The person’s own risk, and what raised it',
    fields: ['entityRisk', 'detections'],
  },
  {
    key: 'assurance',
    label: 'Device assurance',
    help: 'The assurance that the device satisfies',
    fields: ['assurance'],
  },
  {
    key: 'token',
    label: 'Token request',
    help: 'Authorization server, client, grant and scopes',
    fields: ['server', 'client', 'grant', 'scopes'],
  },
] as const satisfies readonly Topic[]
export type TopicKey = (typeof TOPICS)[number]['key']

/** The topic that holds a field; null for fields that are always in sight. */
export function topicOf(field: Field): TopicKey | null {
  return TOPICS.find((topic) => (topic.fields as readonly Field[]).includes(field))?.key ?? null
}

/** The topics that say something. */
export function topicsIn(signIn: SignIn): TopicKey[] {
  return TOPICS.filter((topic) => topic.fields.some((field) => isGiven(signIn, field))).map((topic) => topic.key)
}

/** The sign-in without what a topic says. */
export function withoutTopic(signIn: SignIn, key: TopicKey): SignIn {
  const fields = TOPICS.find((topic) => topic.key === key)?.fields ?? []
  return { ...signIn, ...Object.fromEntries(fields.map((field) => [field, NOTHING[field]])) }
}
