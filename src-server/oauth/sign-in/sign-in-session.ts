import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import type { AppRecord } from '#db/tables/apps.ts'
import type { SessionRecord } from '#db/tables/sessions.ts'
import type { Proof } from '#contract/policy/proof.ts'
import type { CountedEvents } from '#operations/service/counted-events.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import { signedInPerson } from './person.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { Issuer, OAuthRequest } from '../request.ts'
import { fresh, type SignIn, type SignIns } from './sign-ins.ts'
import type { FailedAttempts } from './failed-attempts.ts'

/** The library's record of an authorization request during the sign-in. */
export type Interaction = InstanceType<Provider['Interaction']>

/** A sign-in with the context of its pages and actions. */
export interface SignInCall {
  readonly ctx: Context
  readonly service: OAuthService
  readonly signIns: SignIns
  readonly failedAttempts: FailedAttempts
  /** Notes sign-ins under unknown names, which may be many. */
  readonly refusals: CountedEvents
  readonly provider: Provider
  readonly request: OAuthRequest
  readonly issuer: Issuer
  readonly interaction: Interaction
  readonly app: AppRecord
  readonly signIn: SignIn
}

/** Prompts of the library for which a person must authenticate again, whatever their session says. */
const AGAIN = ['login_prompt', 'max_age']

/** The time, in milliseconds, since which proofs count, if the client wants the person asked again; else null. */
export const provenSince = ({ interaction, signIn }: Pick<SignInCall, 'interaction' | 'signIn'>): number | null =>
  interaction.prompt.reasons.some((reason) => AGAIN.includes(reason)) ? signIn.startedMs : null

/** The proofs of a session up to now. WHY not all: after a clock was set back, later ones would count as proofs of this sign-in. */
export const provenUntil = (proofs: readonly Proof[], nowMs: number): readonly Proof[] =>
  proofs.filter(({ atMs }) => atMs <= nowMs)

/** How long a session has not been used, in milliseconds; a clock that was put back makes it no less than none. */
export const idleMsOf = ({ lastUsed }: Pick<SessionRecord, 'lastUsed'>, nowMs: number): number =>
  Math.max(0, nowMs - Date.parse(lastUsed))

/** The sign-in of a page; a new one begins with the person's session. */
export async function signInOf(service: OAuthService, signIns: SignIns, interaction: Interaction): Promise<SignIn> {
  const known = signIns.get(interaction.uid)
  if (known) return known
  const begun = fresh(interaction.uid, service.clock())
  const { session } = interaction
  // For another person than that of the session nothing of it counts; else it would be answered by it again and again.
  const isForOther = interaction.prompt.reasons.includes('id_token_hint')
  const user = session?.accountId && !isForOther ? await signedInPerson(service, session.accountId) : undefined
  const record = session?.uid ? await sessionOf(service.reader, session.uid, service.now()) : undefined
  if (user && record?.userId === user.id)
    Object.assign(begun, {
      ...{ identifier: user.login, userId: user.id, sessionId: record.id },
      proofs: provenUntil(record.proofs, begun.startedMs),
      idleMs: idleMsOf(record, begun.startedMs),
    })
  return signIns.begin(begun)
}

/** Starts over as another person. */
export function startOver(signIn: SignIn): void {
  Object.assign(signIn, fresh(signIn.uid, signIn.startedMs))
}
