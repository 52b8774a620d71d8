import { causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { readAuthenticators } from '../snapshot/read-policies.ts'

/** The part of enrollment settings that is checked; other types of settings have no such list. */
interface NamesAuthenticators {
  type?: string
  authenticators?: readonly { key: string; id?: string | undefined }[] | undefined
}

/**
 * Refuses enrollment settings that name what is not enabled, all at once (spec/1 "Authenticator enrollment policy"). Of
 * custom apps there may be several, so each is named by its id too (spec/4 §1.2).
 */
export async function requireAuthenticators(reader: Reader, settings: object | null | undefined): Promise<void> {
  if (reader.engine === 'classic' && (settings as NamesAuthenticators | null)?.type === 'AUTHENTICATORS')
    throw invalid('settings.type', 'AUTHENTICATORS exists on Identity Engine only')
  const named = (settings as NamesAuthenticators | null | undefined)?.authenticators ?? []
  if (named.length === 0) return
  const enabled = await readAuthenticators(reader)
  const causes = named.flatMap(({ key, id }, index): ErrorCause[] => {
    const ofKey = enabled.filter((row) => row.key === key)
    const at = `settings.authenticators[${index}]`
    if (ofKey.length === 0) return [causeAt(`${at}.key`, `${key} is not an enabled authenticator`)]
    if (key !== 'custom_app' || ofKey.some((row) => row.id === id)) return []
    return [causeAt(`${at}.id`, id ? `${id} is not an enabled custom app` : 'is required for custom_app')]
  })
  if (causes.length) throw invalidAll(causes)
}
