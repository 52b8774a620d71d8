import { textAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SECRET_UNKNOWN, type GivenSecret } from '#contract/sync/needed-secrets.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import { requireEventHook } from '../event-hooks/event-hooks.ts'
import { openSecret } from './provider-secret.ts'
import { requirePolicyResource } from './policy-resources.ts'
import type { Service } from '../service/service.ts'

type Holder = Pick<Service, 'reader' | 'secretBox'>

const AUTH = 'channel.config.authScheme.value'
const CLIENT = 'protocol.credentials.client.client_secret'

/** By kind: the secrets that the file holds of an object, by their paths; empty where the key that sealed them is gone. */
const HELD: Readonly<Partial<Record<SyncKind, (of: Holder, id: string) => Promise<Record<string, string>>>>> = {
  eventHook: async ({ reader, secretBox }, id) => {
    const { secrets } = await requireEventHook(reader, secretBox, id)
    return { [AUTH]: secrets?.authValue ?? '' }
  },
  identityProvider: async ({ reader, secretBox }, id) => {
    const record = await requirePolicyResource(reader, POLICY_RESOURCES.identityProvider, id)
    const { definition } = await openSecret(secretBox, record)
    return { [CLIENT]: textAt(definition as Body, CLIENT) }
  },
}

/**
 * The secrets that a workspace or draft of this process holds of one of its objects, at those of some paths where it has one: for another copy of the
 * same organization, and never for a reply. A placeholder is none.
 * @throws ApiError E0000007
 */
export async function heldSecrets(
  of: Holder,
  { kind, id }: { kind: SyncKind; id: string },
  paths: readonly string[],
): Promise<GivenSecret[]> {
  const held = (await HELD[kind]?.(of, id)) ?? {}
  return paths.flatMap((path) => {
    const value = held[path] ?? ''
    return value === '' || value === SECRET_UNKNOWN ? [] : [{ path, value }]
  })
}
