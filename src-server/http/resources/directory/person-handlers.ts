import type { Route } from '#contract/interface/route.ts'
import type { UserVerb } from '#contract/directory/user-steps.ts'
import type { personRoutes } from '#contract/routes/person.ts'
import { listAppsOfUser } from '#operations/apps/apps-of-user.sql.ts'
import {
  changePassword,
  changeRecoveryQuestion,
  forgetPassword,
  recoverPassword,
} from '#operations/directory/change-credentials.ts'
import { clearSessions } from '#operations/sign-in/user-sessions.ts'
import { computeTemporaryPassword } from '#operations/directory/passwords/temporary-password.ts'
import { passwordSettingsOf } from '#operations/directory/passwords/password-policy.ts'
import {
  activateUser,
  changeUserStatus,
  resetPassword,
  setTemporaryPassword,
} from '#operations/directory/user-lifecycle.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { presentAppLinks } from '../apps/app-link-presenter.ts'
import { userOf, userReply } from './one-user.ts'
import { presentCredentials } from './user-presenter.ts'

const NOTHING = { body: undefined }

const step = (verb: UserVerb) => async (input: HandlerInput<Route>) => {
  const { id } = await userOf(input, (input.params as { userId: string }).userId)
  await input.write((tx) => changeUserStatus(tx, id, verb))
  return { body: {} }
}

const activation =
  (verb: 'activate' | 'reactivate'): Handler<typeof personRoutes.activateUser> =>
  async (input) => {
    const { id } = await userOf(input, input.params.userId)
    const base = input.query.sendEmail ? null : input.base
    const link = await input.write((tx) => activateUser(tx, id, { verb, base }))
    return { body: link ? { activationUrl: link.url, activationToken: link.token } : {} }
  }

/** Who asks about whose credentials. */
async function callOf(input: HandlerInput<Route>) {
  const { id } = await userOf(input, (input.params as { userId: string }).userId)
  return { service: input.service, context: await input.context(), userId: id }
}

export const personHandlers: HandlerTable<typeof personRoutes> = {
  activateUser: activation('activate'),
  reactivateUser: activation('reactivate'),
  deactivateUser: step('deactivate'),
  suspendUser: step('suspend'),
  unsuspendUser: step('unsuspend'),
  unlockUser: step('unlock'),
  resetFactors: step('reset_factors'),

  resetPassword: async (input) => {
    const user = await userOf(input, input.params.userId)
    const { recovery } = await passwordSettingsOf(input.service, user)
    const minutes = recovery.factors.svc_email.properties.recoveryToken.tokenLifetimeMinutes
    const link = input.query.sendEmail ? null : { base: input.base, minutes }
    const url = await input.write((tx) => resetPassword(tx, user.id, link))
    return { body: url === null ? {} : { resetPasswordUrl: url } }
  },

  expirePassword: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write((tx) => changeUserStatus(tx, id, 'expire_password'))
    return userReply(input, id)
  },

  expirePasswordWithTempPassword: async (input) => {
    const user = await userOf(input, input.params.userId)
    const { value: tempPassword, credentials } = await computeTemporaryPassword(input.service, user)
    await input.write((tx) => setTemporaryPassword(tx, user.id, credentials))
    return { body: { tempPassword } }
  },

  changePassword: async (input) => {
    const user = await changePassword(await callOf(input), input.body, input.query.strict)
    return { body: presentCredentials(user) }
  },

  changeRecoveryQuestion: async (input) => {
    const user = await changeRecoveryQuestion(await callOf(input), input.body)
    return { body: presentCredentials(user) }
  },

  forgotPassword: async (input) => {
    const url = await forgetPassword(await callOf(input), input.base, !input.query.sendEmail)
    return { body: url === null ? {} : { resetPasswordUrl: url } }
  },

  recoverPassword: async (input) => {
    const user = await recoverPassword(await callOf(input), input.body)
    return { body: presentCredentials(user) }
  },

  listUserAppLinks: async (input) => {
    const { reader, base, params } = input
    const user = await userOf(input, params.userId)
    const apps = await listAppsOfUser(reader, user.id)
    return { body: presentAppLinks(apps, base) }
  },

  clearUserSessions: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write((tx) => clearSessions(tx, id, input.query))
    return NOTHING
  },
}
