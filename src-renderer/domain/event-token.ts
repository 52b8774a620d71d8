import type { LogEvent, LogTarget } from '#contract/log/log-event.ts'
import { recordedVerdict, type RecordedVerdict } from './event-sign-in.ts'
import { NOTHING, type Field, type SignIn } from './sign-in.ts'

/** Events of an authorization server about what its policies decided: a token, none, and no code for a person. */
const TOKEN_EVENTS: ReadonlySet<string> = new Set([
  'app.oauth2.as.token.grant.access_token',
  'app.oauth2.as.token.grant',
  'app.oauth2.as.authorize',
])

const ofType = ({ target }: LogEvent, type: string): LogTarget | undefined => target?.find((one) => one.type === type)

function dataOf({ debugContext }: LogEvent, ...names: readonly string[]): string {
  const found = names.map((name) => debugContext.debugData[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

/**
 * Whether an event records a token request that policies decided. A request that was refused before any policy was asked, such as one with a
 * scope that does not exist, is none.
 */
export function isTokenEvent(event: LogEvent): boolean {
  return TOKEN_EVENTS.has(event.eventType) && dataOf(event, 'evaluatedGrantType', 'policyId') !== ''
}

/** The token request that an event records, for the simulator. Older events tell what was granted alone. */
export function tokenRequestOf(event: LogEvent): SignIn {
  return {
    ...NOTHING,
    user: ofType(event, 'User')?.id ?? null,
    server: ofType(event, 'AuthorizationServer')?.id ?? null,
    client: ofType(event, 'AppInstance')?.id ?? null,
    grant: dataOf(event, 'evaluatedGrantType', 'grantType'),
    scopes: dataOf(event, 'evaluatedScopes', 'grantedScopes').split(' ').filter(Boolean),
  }
}

/** The inputs of a token request that an event lacks. */
export function unrecordedOfToken(request: SignIn): Field[] {
  return (['server', 'client', 'grant'] as const).filter((field) => !request[field])
}

/** What policies decided about the token; null where the event does not say it. */
function accessOf(event: LogEvent): RecordedVerdict['access'] {
  if (dataOf(event, 'policyDecision') === 'DENY') return 'DENY'
  return dataOf(event, 'policyId') ? 'ALLOW' : null
}

/** The verdict of the policies of the authorization server that an event records. */
export function tokenVerdict(event: LogEvent): RecordedVerdict {
  return { ...recordedVerdict(event), access: accessOf(event), type: 'OAUTH_AUTHORIZATION_POLICY' }
}
