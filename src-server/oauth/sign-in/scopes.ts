import { SYSTEM_SCOPES, type CONSENTS } from '#contract/access/server-scope.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { clientSettings } from '../client-settings.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { Issuer } from '../request.ts'
import { tooManyScopes } from '../requested-scopes.ts'

/** A scope that a client asks a person for. */
export interface AskedScope {
  readonly name: string
  /** What a page calls it. */
  readonly label: string
  readonly description: string | null
  /** Whether the person has to agree first. */
  readonly needsConsent: boolean
}

/** Requested scopes that a client cannot have. */
interface ScopeProblem {
  readonly problem: string
}

type Consent = (typeof CONSENTS)[number]
const ASKS: ReadonlySet<Consent> = new Set(['REQUIRED', 'FLEXIBLE'])

/**
 * The scopes that a request for a person names, as the issuer knows them. At the organization's own server these are the ones of OpenID
 * Connect, and those of the interface that the client was granted (spec/3 "Authentication" 4); at any other, its own.
 */
export async function askedScopes(
  { decisions }: Pick<OAuthService, 'decisions'>,
  { issuer, app, names }: { issuer: Issuer; app: AppRecord; names: readonly string[] },
): Promise<AskedScope[] | ScopeProblem> {
  const problem = tooManyScopes(names)
  if (problem !== null) return { problem }
  const scopes = issuer.server ? await ofServer(decisions, issuer.server.id) : await ofOrganization(decisions, app)
  const missing = names.filter((name) => !scopes.has(name))
  if (missing.length > 0) return { problem: `There is no scope ${missing.join(', ')} here for this client.` }
  const asksAtAll = clientSettings(app).consent_method === 'REQUIRED'
  return names.map((name) => {
    const { consent, ...known } = scopes.get(name) as KnownScope
    const words = TO_PEOPLE[name] ?? known
    return { name, ...words, needsConsent: asksAtAll && ASKS.has(consent) }
  })
}

/** What the scopes of OpenID Connect are to the person who is asked. */
const TO_PEOPLE: Readonly<Record<string, Pick<AskedScope, 'label' | 'description'>>> = {
  profile: { label: 'Your profile', description: 'Your name, your language and the like.' },
  email: { label: 'Your email address', description: null },
  address: { label: 'Your postal address', description: null },
  phone: { label: 'Your telephone number', description: null },
  offline_access: { label: 'Access while you are away', description: 'It can go on for you after you have left.' },
  device_sso: { label: 'Signing you in to other apps on this device', description: null },
}

interface KnownScope {
  readonly label: string
  readonly description: string | null
  readonly consent: Consent
}
type Scopes = ReadonlyMap<string, KnownScope>

async function ofServer(decisions: OAuthService['decisions'], serverId: string): Promise<Scopes> {
  const { scopes } = await decisions.contentsOf(serverId)
  return new Map(
    scopes.map(({ name, displayName, description, consent }) => [
      name,
      { label: displayName ?? name, description, consent },
    ]),
  )
}

/** WHY the scopes of the interface without asking: an administrator has granted them for all (spec/5 §8.7). */
async function ofOrganization(decisions: OAuthService['decisions'], app: AppRecord): Promise<Scopes> {
  const granted = await decisions.grantsOf(app.id)
  const own = Object.entries(SYSTEM_SCOPES).map(
    ([name, { displayName, description }]) =>
      [name, { label: displayName, description, consent: consentTo(name) }] as const,
  )
  const ofInterface = OAUTH_SCOPES.filter((scope) => granted.has(scope)).map(
    (name) => [name, { label: name, description: null, consent: 'ADMIN' }] as const,
  )
  return new Map<string, KnownScope>([...own, ...ofInterface])
}

/** Signing in alone is what the person is doing. */
const consentTo = (scope: string): Consent => (scope === 'openid' ? 'IMPLICIT' : 'REQUIRED')
