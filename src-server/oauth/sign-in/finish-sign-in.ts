import { randomBytes } from 'node:crypto'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { SessionRecord } from '#db/tables/sessions.ts'
import { renewSession, startSession } from '#operations/sign-in/session-use.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import { evaluationEvents, ssoEvent, accessDenied, type Verdict } from '#operations/sign-in/sign-in-events.ts'
import type { SignInDecision } from '#operations/sign-in/decide-sign-in.ts'
import { cookieNames, sessionCookie } from './cookies.ts'
import { remember } from './device-memory.ts'
import { contextOf } from './person.ts'
import type { SignInCall } from './sign-in-session.ts'

const SECRET_BYTES = 32
const DAY_S = 86_400
/** Seconds for which a browser keeps its cookie at the most; the session itself ends as its rule says. */
const COOKIE_S = 30 * DAY_S

interface Done {
  user: UserRecord
  decision: SignInDecision
  amr: readonly string[]
}

/**
 * Finishes a sign-in with enough proofs: the session, its events, and a new cookie (RFC 9700 §4.7, so that a cookie planted
 * before is worth nothing). @returns where the browser goes on
 */
export async function finish(call: SignInCall, done: Done): Promise<string> {
  const { service, interaction, signIn, signIns } = call
  const { user, amr } = done
  const session = await keepSession(call, done)
  // Two answers at once, as of a double click, make one session.
  signIn.sessionId = session.id
  await handOver(call, session, amr)
  await remember(call, user, done.decision)
  interaction.result = {
    login: { accountId: user.id, ts: Math.floor(service.clock() / 1_000), amr: [...amr], remember: true },
  }
  // The session may be another than the one that the person came with.
  interaction.session = undefined
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
  signIns.end(signIn.uid)
  return interaction.returnTo
}

async function keepSession(call: SignInCall, { user, decision }: Done): Promise<SessionRecord> {
  const { service, request, signIn, app } = call
  const { proofs } = signIn
  const names = await behaviorNames(call)
  return service.write(contextOf(request.context, user), async (tx) => {
    const known = signIn.sessionId ? await sessionOf(tx, signIn.sessionId, tx.now) : undefined
    for (const event of evaluationEvents(decision, { app, verdict: 'ALLOW', proofs, behaviors: names }))
      tx.record(event)
    const settings = decision.demand.session.session
    const session =
      known?.userId === user.id
        ? await renewSession(tx, known, proofs)
        : await startSession(tx, { user, proofs, settings })
    tx.record(ssoEvent(user, app))
    return session
  })
}

/** What the library keeps of the session, under a secret that the browser alone has. */
async function handOver(
  { ctx, provider, issuer, service }: SignInCall,
  session: SessionRecord,
  amr: readonly string[],
) {
  const names = cookieNames(issuer.address)
  const before = ctx.cookies.get(names.session)
  const old = before ? await provider.Session.find(before) : undefined
  await old?.destroy()
  // The types of the library lack what its own code passes.
  const Session = provider.Session as unknown as new (payload: object) => { save(seconds: number): Promise<string> }
  const jti = randomBytes(SECRET_BYTES).toString('base64url')
  const loginTs = Math.floor(service.clock() / 1_000)
  await new Session({ uid: session.id, jti, accountId: session.userId, loginTs, amr: [...amr] }).save(COOKIE_S)
  ctx.cookies.set(names.session, jti, sessionCookie(issuer.address))
}

async function behaviorNames({ service }: SignInCall): Promise<string[]> {
  const known = await policyResources.findAll(service.reader, {
    where: { kind: 'behavior', status: 'ACTIVE' },
    order: ['id'],
  })
  return known.map(({ name }) => name)
}

/** Records a verdict on the way: that more factors are required, or that access is denied. */
export async function noteVerdict(
  call: SignInCall,
  user: UserRecord,
  { decision, verdict, why = '' }: { decision: SignInDecision; verdict: Exclude<Verdict, 'ALLOW'>; why?: string },
): Promise<void> {
  const { service, request, app, signIn } = call
  const behaviors = await behaviorNames(call)
  await service.write(contextOf(request.context, user), async (tx) => {
    for (const event of evaluationEvents(decision, { app, verdict, proofs: signIn.proofs, behaviors })) tx.record(event)
    if (verdict === 'DENY') tx.record(accessDenied(user, app, why))
  })
}
