import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'

interface SecretOf {
  /** Whether an object has a secret, which no side tells. */
  readonly has: (body: Body) => boolean
  /** What becomes of it at the target, in a sentence. */
  readonly note: string
}

const hasUnknownHeader = (body: Body): boolean => {
  const headers = valueAt(body, 'channel.config.headers')
  return Array.isArray(headers) && headers.some((header: Body) => textAt(header, 'value') === '')
}

/** The kinds of which some objects have a secret that only a person has. */
const SECRETS: Readonly<Partial<Record<SyncKind, SecretOf>>> = {
  user: {
    has: () => true,
    note: 'The person is made without a password, and is to be activated there.',
  },
  eventHook: {
    has: (body) => valueAt(body, 'channel.config.authScheme') !== undefined || hasUnknownHeader(body),
    note: 'Its secret is not known here: enter it there, or its endpoint refuses the events.',
  },
  identityProvider: {
    has: (body) => textAt(body, 'protocol.credentials.client.client_id') !== '',
    note: 'Its client secret is not known here: enter it there, or no one can sign in through it.',
  },
  app: {
    has: (body) => textAt(body, 'signOnMode') === 'OPENID_CONNECT',
    note: 'It gets a client id and a secret of its own there, which its program has to be told.',
  },
}

/** What a person has to see to once an object is made. */
export function notesOf(kind: SyncKind, body: Body): string[] {
  const secret = SECRETS[kind]
  return secret?.has(body) ? [secret.note] : []
}
