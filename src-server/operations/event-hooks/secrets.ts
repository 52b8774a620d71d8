import type { HookChannel } from '#db/tables/event-hooks.ts'
import type { SecretBox } from '#db/secret-box.ts'

/** What of a hook is secret: the value that authenticates, and the values of the headers in their order. */
export interface HookSecrets {
  authValue: string | null
  headerValues: string[]
}

const purposeOf = (hookId: string) => `event-hook ${hookId}`

/** @returns null when there is nothing to seal */
export async function sealSecrets(box: SecretBox, hookId: string, secrets: HookSecrets): Promise<string | null> {
  if (secrets.authValue === null && secrets.headerValues.length === 0) return null
  return box.seal(JSON.stringify(secrets), purposeOf(hookId))
}

/** The secrets of a hook; null when they were sealed with a key that is gone. */
export async function openSecrets(
  box: SecretBox,
  { id, secrets }: { id: string; secrets: string | null },
): Promise<HookSecrets | null> {
  if (secrets === null) return { authValue: null, headerValues: [] }
  const text = await box.open(secrets, purposeOf(id))
  return text === null ? null : (JSON.parse(text) as HookSecrets)
}

/** The headers that a hook adds to each of its requests. */
export function headersOf(channel: HookChannel, { authValue, headerValues }: HookSecrets): Record<string, string> {
  const headers = channel.headers.map((name, index) => [name, headerValues[index] ?? ''] as const)
  const auth = channel.authKey === null ? [] : [[channel.authKey, authValue ?? ''] as const]
  return Object.fromEntries([...headers, ...auth])
}

/** Why a hook whose secrets cannot be opened is not called, and what helps. */
export const KEY_LOST =
  'the key that seals its secrets is not at hand (the desktop keeps it in the key store of its machine); give the values of its headers and of authScheme again, then verify it'
