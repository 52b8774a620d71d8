import type { Client } from '#audit-log/request-context.ts'
import { platformIn } from '#contract/policy/platform.ts'
import type { EnrollmentSettings } from '#contract/policy/settings.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { ActionsByType, SignInDemand, MethodName, TypeEvaluation } from '#policy/index.ts'
import { isAssigned } from '../apps/is-assigned.sql.ts'
import { groupsOfUser } from '../directory/groups.sql.ts'
import { methodsForSignIn } from '../snapshot/enrollment-settings.ts'
import { answerSignIn } from '../simulation/simulate.ts'
import type { Service } from '../service/service.ts'
import { isTotp } from './totp.ts'
import { enrolledKeys } from './user-authenticators.ts'

/** A sign-in that is under way: whose, to what, and from where. */
interface Asked {
  user: UserRecord
  app: AppRecord
  client: Client | null
}

/** What the policies say of a sign-in, before it is looked at what the person has proved. */
export interface SignInDecision {
  /** Why the person does not get in, whatever they prove; null where that is open. */
  readonly refusal: string | null
  readonly demand: SignInDemand
  /** By what the person can prove who they are, and what they could set up for it. */
  readonly usable: readonly MethodName[]
  readonly enrollable: readonly MethodName[]
  /** What decided, with its evidence; of the application only on Identity Engine. */
  readonly session: TypeEvaluation
  readonly app: TypeEvaluation | null
}

/** Of a rule that does not exist. */
const NO_ACCESS = { access: 'DENY' } as const

/** Risk is not assessed here, and no behavior is detected; both are told so in the events. */
export const ASSUMED = { risk: 'LOW', behaviors: [] } as const

/**
 * What the global session and the authentication policy of the application decide of a sign-in now: the same evaluation that Simulate
 * shows for this person, application, address and device.
 */
export async function decideSignIn(service: Service, { user, app, client }: Asked): Promise<SignInDecision> {
  const isTheirs = await isAssignedTo(service, app, user)
  const { evaluationOf, refused, answer } = await answerSignIn(service, {
    appInstance: isTheirs ? app.id : null,
    policyContext: {
      user: { id: user.id },
      ...(client && { ip: client.ip }),
      risk: { level: ASSUMED.risk },
      behaviors: [...ASSUMED.behaviors],
      device: { platform: platformIn(client?.userAgent ?? '') ?? undefined, registered: false, managed: false },
    },
  })
  const session = evaluationOf('SVC_SIGN_ON')
  const ofApp = isTheirs && service.engine() === 'identity' ? evaluationOf('ACCESS_POLICY') : null
  const isShut = refused.unreached.length > 0 || refused.blockedBy !== null || answer.answer === 'NO'
  return {
    refusal: !isTheirs ? `${app.label} is not assigned to you.` : isShut ? answer.text : null,
    demand: {
      session: actionsOf<'SVC_SIGN_ON'>(session)?.signon ?? NO_ACCESS,
      app: ofApp && (actionsOf<'ACCESS_POLICY'>(ofApp)?.appSignOn ?? NO_ACCESS),
    } as SignInDemand,
    ...(await methodsFor(service, user, evaluationOf('MFA_ENROLL'))),
    ...{ session, app: ofApp },
  }
}

/** Whether a person may go to an application at all, directly or by a group. */
export async function isAssignedTo(service: Service, app: AppRecord, user: UserRecord): Promise<boolean> {
  const groups = await groupsOfUser(service.reader, user.id)
  const { set } = await service.snapshot()
  const groupIds = [...groups.map(({ id }) => id), set.everyoneGroupId]
  return isAssigned(service.reader, { appId: app.id, userId: user.id, groupIds })
}

const actionsOf = <Type extends keyof ActionsByType>({ matched }: TypeEvaluation) =>
  matched?.rule.rule.actions as ActionsByType[Type] | undefined

/** Whether a person may set an authenticator up by themselves, by the enrollment policy that applies to them. */
function mayEnroll({ matched }: TypeEvaluation, key: string): boolean {
  const { authenticators = [] } = (matched?.policy.policy.settings ?? {}) as EnrollmentSettings
  const entry = authenticators.find((one) => one.key === key)
  return entry !== undefined && entry.enroll?.self !== 'NOT_ALLOWED'
}

/**
 * The methods that are switched on, each with its authenticator. WHY all but codes count as set up: they are simulated here, and nothing of
 * them is kept.
 */
async function methodsFor(service: Service, user: UserRecord, enrollment: TypeEvaluation) {
  const { authenticators } = await service.snapshot()
  const enrolled = new Set(await enrolledKeys(service.reader, user.id))
  const methods = [...methodsForSignIn(authenticators)]
  const hasPassword = user.hasPassword && ownsPassword(user.providerType)
  const isUsable = ({ key, method }: MethodName) =>
    isTotp(key, method) ? enrolled.has(key) : key !== 'svc_password' || hasPassword
  const usable = methods.filter(isUsable)
  const enrollable = methods.filter(
    (each) => isTotp(each.key, each.method) && !isUsable(each) && mayEnroll(enrollment, each.key),
  )
  return { usable, enrollable }
}
