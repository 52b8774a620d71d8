import type { Context } from 'koa'
import { errors } from 'oidc-provider'
import { users } from '#db/tables/users.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { IssuerProvider } from '../provider.ts'
import type { OAuthRequest } from '../request.ts'
import { pageActionSchema, carryOut, prepareSetUp } from './page-actions.ts'
import { letWait, outerPath, sendOn } from './browser.ts'
import { finish, noteVerdict } from './finish-sign-in.ts'
import { inPace } from './response-timing.ts'
import { sendPage } from './page-headers.ts'
import { problemPage, stepPage } from './pages.ts'
import { signInOf, type Interaction, type SignInCall } from './sign-in-session.ts'
import type { SignIns } from './sign-ins.ts'
import { decide, stepOf, type Step } from './steps.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import type { CountedEvents } from '#operations/service/counted-events.ts'

interface Parts {
  service: OAuthService
  signIns: SignIns
  failedAttempts: FailedAttempts
  refusals: CountedEvents
}

const GONE = {
  title: 'This sign-in has ended',
  why: 'It took too long, was finished in another window, or someone else has signed in there. Go back to the application and begin again.',
}

/** Answers the pages of a sign-in and their forms. */
export async function answerSignIn(
  parts: Parts,
  ctx: Context,
  request: OAuthRequest,
  { provider }: IssuerProvider,
): Promise<void> {
  const { service, signIns } = parts
  const organization = (await service.decisions.organization()).name
  const interaction = await interactionOf(provider, ctx, request)
  const app = interaction && (await service.decisions.client(String(interaction.params['client_id'])))
  if (!interaction || !app) return sendPage(ctx, problemPage(organization, GONE), null, 400)
  const signIn = await signInOf(service, signIns, interaction)
  const call: SignInCall = { ...parts, ctx, provider, request, issuer: request.issuer, interaction, app, signIn }
  const hasPassword = ctx.method === 'POST' && request.form['act'] === 'password'
  await signIns.inTurn(signIn.uid, () =>
    inPace(signIn, hasPassword, () => (ctx.method === 'POST' ? act(call, organization) : show(call, organization))),
  )
}

/** The request for a person that the browser brings by its cookie; undefined where it is of another one, or has ended. */
async function interactionOf(
  provider: IssuerProvider['provider'],
  ctx: Context,
  { uid }: OAuthRequest,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    return interaction.uid === uid ? interaction : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

async function show(call: SignInCall, organization: string): Promise<void> {
  const { ctx, app, signIn, interaction } = call
  const step = await stepOf(call)
  if (step.step === 'done') return sendOn(ctx, await finish(call, step))
  if (step.step === 'setUp') await prepareSetUp(call, step.method)
  const { identifier, problem, setUp } = signIn
  signIn.problem = null
  const frame = { organization, app: app.label, identifier, problem, setUp }
  const { redirect_uri: address } = interaction.params
  sendPage(ctx, stepPage(step, frame), typeof address === 'string' ? address : null)
}

/** WHY always on to another page: going back in the browser, or loading again, must not send an answer twice. */
async function act(call: SignInCall, organization: string): Promise<void> {
  const { ctx, request, interaction, signIns, signIn } = call
  const given = pageActionSchema.safeParse(request.form)
  if (!given.success) return sendOn(ctx, outerPath(ctx, call.issuer))
  const before = signIn.proofs.length
  const { back, waitS } = await carryOut(call, given.data)
  if (waitS !== undefined) {
    await show(call, organization)
    return letWait(ctx, waitS)
  }
  if (back) {
    interaction.result = { ...interaction.lastSubmission, ...back }
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
    signIns.end(signIn.uid)
    return sendOn(ctx, interaction.returnTo)
  }
  const step = await stepOf(call)
  if (signIn.proofs.length > before) await tell(call, step)
  sendOn(ctx, step.step === 'done' ? await finish(call, step) : outerPath(ctx, call.issuer))
}

/** Notes what the policies made of a proof that does not let the person in yet. */
async function tell(call: SignInCall, step: Step): Promise<void> {
  const { service, signIn } = call
  const user =
    step.step === 'done' || signIn.userId === null ? undefined : await users.get(service.reader, signIn.userId)
  if (!user) return
  const { decision } = await decide(call, user)
  if (step.step !== 'refused') return noteVerdict(call, user, { decision, verdict: 'CHALLENGE' })
  signIn.refusal = step.why
  await noteVerdict(call, user, { decision, verdict: 'DENY', why: step.why })
}
