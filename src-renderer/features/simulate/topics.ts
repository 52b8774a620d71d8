import { isGiven, NOTHING, type Field, type SignIn } from '#ui/domain/sign-in.ts'

/** A group of rarely used fields. */
interface Topic {
  key: string
  label: string
  /** One line of help in the menu. */
  help: string
  fields: readonly Field[]
}

export const TOPICS = [
  {
    key: 'identifier',
    label: 'Username entered',
    help: 'The username typed at sign-in, for routing',
    fields: ['identifier'],
  },
  {
    key: 'through',
    label: 'Identity source',
    help: 'LDAP or a web page, and the identity provider',
    fields: ['authType', 'idp'],
  },
  { key: 'behaviors', label: 'Behaviors detected', help: 'Such as a new city or device', fields: ['behaviors'] },
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

/** The topic of a field; null for fields that are always visible. */
export function topicOf(field: Field): TopicKey | null {
  return TOPICS.find((topic) => (topic.fields as readonly Field[]).includes(field))?.key ?? null
}

/** The topics with a value. */
export function topicsIn(signIn: SignIn): TopicKey[] {
  return TOPICS.filter((topic) => topic.fields.some((field) => isGiven(signIn, field))).map((topic) => topic.key)
}

/** The sign-in without the values of a topic. */
export function withoutTopic(signIn: SignIn, key: TopicKey): SignIn {
  const fields = TOPICS.find((topic) => topic.key === key)?.fields ?? []
  return { ...signIn, ...Object.fromEntries(fields.map((field) => [field, NOTHING[field]])) }
}
