import type { AppRecord } from '#db/tables/apps.ts'

/** What of a client's settings decides at the endpoints. */
interface ClientSettings {
  readonly grant_types: readonly string[]
  readonly application_type: string
  readonly dpop_bound_access_tokens: boolean
  readonly network?: { connection: 'ANYWHERE' | 'ZONE'; include?: string[]; exclude?: string[] }
}

/** The settings of an application as a client; complete since they were stored. */
export const clientSettings = ({ definition }: Pick<AppRecord, 'definition'>): ClientSettings =>
  definition.settings['oauthClient'] as ClientSettings
