import type { IdentityProviderProtocol } from '#contract/policy/resources/identity-provider-protocol.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'

type Definition = Record<string, unknown>
type Client = NonNullable<NonNullable<IdentityProviderProtocol['credentials']>['client']>

const purposeOf = (id: string) => `identity-provider ${id}`
const protocolOf = (definition: Definition) => definition['protocol'] as IdentityProviderProtocol | undefined
const clientOf = (definition: Definition) => protocolOf(definition)?.credentials?.client

function withClient(definition: Definition, client: Client): Definition {
  const protocol = protocolOf(definition)
  return { ...definition, protocol: { ...protocol, credentials: { ...protocol?.credentials, client } } }
}

/** Sorts what a body says into what may be read in the file and the log, and the secret of its client; undefined without one. */
export function splitSecret(body: Definition): { definition: Definition; secret: string | undefined } {
  const { client_secret: secret, ...client } = clientOf(body) ?? {}
  return { definition: secret === undefined ? body : withClient(body, client), secret }
}

/** @returns null when there is nothing to seal */
export async function sealSecret(box: SecretBox, id: string, secret: string | undefined): Promise<string | null> {
  return secret ? box.seal(secret, purposeOf(id)) : null
}

/** An object with its secret, as replies show it (spec/5 §9); without it where the key that sealed it is gone. */
export async function openSecret(box: SecretBox, record: PolicyResourceRecord): Promise<PolicyResourceRecord> {
  const { id, definition, secrets } = record
  const secret = secrets === null ? null : await box.open(secrets, purposeOf(id))
  if (secret === null) return record
  const { client_id, ...client } = clientOf(definition) ?? {}
  const named = client_id === undefined ? {} : { client_id }
  return { ...record, definition: withClient(definition, { ...named, client_secret: secret, ...client }) }
}

/**
 * What is sealed of an object once a body has replaced it. WHY a body without a secret keeps that of the same client: what reads an
 * object where the key is not at hand, and writes it back, must not remove what it was not shown.
 * @param split the body, of {@link splitSecret}
 */
export async function replacedSecret(
  box: SecretBox,
  before: PolicyResourceRecord,
  { definition, secret }: ReturnType<typeof splitSecret>,
): Promise<string | null> {
  if (secret === undefined) return isSameClient(before.definition, definition) ? before.secrets : null
  const opened = clientOf((await openSecret(box, before)).definition)
  return opened?.client_secret === secret ? before.secrets : sealSecret(box, before.id, secret)
}

function isSameClient(before: Definition, after: Definition): boolean {
  const [one, other] = [clientOf(before), clientOf(after)]
  return one !== undefined && other !== undefined && one.client_id === other.client_id
}
