import { z } from 'zod'
import { appLinkSchema } from '../apps/app-link.ts'
import {
  credentialsSchema,
  passwordChangeSchema,
  passwordRecoverySchema,
  recoveryQuestionChangeSchema,
} from '../directory/user-credentials.ts'
import type { UserVerb } from '../directory/user-steps.ts'
import { userSchema } from '../directory/user.ts'
import type { ErrorCode } from '../interface/error-codes.ts'
import { queryBooleanSchema } from '../interface/fields.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { users } from './user-collection.ts'

/** What each step of a person's life may be refused with, beside E0000001; see `user-steps.ts`. */
const REFUSALS: Readonly<Partial<Record<UserVerb, readonly ErrorCode[]>>> = {
  activate: ['E0000016', 'E0000038'],
  suspend: [],
  unsuspend: [],
  unlock: ['E0000032'],
}

const sendEmail = (fallback: boolean) =>
  z.object({
    sendEmail: queryBooleanSchema(fallback).meta({
      description: 'Nothing here sends mail: with `true` nothing is revealed',
    }),
  })

/** What the help desk does to let somebody in again; all else needs to manage people (`role-permissions.ts`). */
const LETS_IN: ReadonlySet<UserVerb> = new Set([
  ...(['unlock', 'reset_password', 'expire_password', 'expire_password_with_temp_password', 'reset_factors'] as const),
])
const ofCredentials = { permissions: ['svc.users.credentials.manage'] } as const

const noQuery = z.object({})

const lifecycle = <Response extends z.ZodType, Query extends z.ZodObject = typeof noQuery>(
  verb: UserVerb,
  summary: string,
  reply: Response,
  query?: Query,
) =>
  defineRoute({
    ...users.managing,
    ...(LETS_IN.has(verb) ? ofCredentials : {}),
    method: 'POST',
    path: `${users.one}/lifecycle/${verb}`,
    summary,
    params: users.params,
    query: (query ?? noQuery) as Query,
    responses: { 200: reply } as { 200: Response },
    errors: REFUSALS[verb] ?? ['E0000038'],
  })

const credentials = <
  const Verb extends string,
  Response extends z.ZodType,
  Body extends z.ZodType | undefined,
  Query extends z.ZodObject,
>(
  verb: Verb,
  parts: { summary: string; reply: Response; body: Body; query: Query; errors: readonly ErrorCode[] },
) =>
  defineRoute({
    ...users.managing,
    ...ofCredentials,
    method: 'POST',
    path: `${users.one}/credentials/${verb}`,
    summary: parts.summary,
    params: users.params,
    query: parts.query,
    body: parts.body,
    responses: { 200: parts.reply } as { 200: Response },
    errors: parts.errors,
  })

const list = <Item extends z.ZodType>(noun: string, summary: string, item: Item) =>
  defineRoute({
    ...users.reading,
    method: 'GET',
    path: `${users.one}/${noun}`,
    summary,
    params: users.params,
    links: NO_SELF,
    responses: { 200: z.array(item) },
  })

const nothing = z.object({})
const activation = z.object({ activationUrl: z.string().optional(), activationToken: z.string().optional() })
const reset = z.object({ resetPasswordUrl: z.string().optional() })

/** What is done with one person: the steps of their life, their credentials, and what hangs on them (spec/4 §2.1, spec/5 §2). */
export const personRoutes = {
  activateUser: lifecycle('activate', 'Activate a person who is staged or deprovisioned', activation, sendEmail(true)),
  reactivateUser: lifecycle('reactivate', 'Begin the activation of a person again', activation, sendEmail(true)),
  deactivateUser: lifecycle('deactivate', 'Deactivate a person', nothing, sendEmail(false)),
  suspendUser: lifecycle('suspend', 'Suspend an active person', nothing),
  unsuspendUser: lifecycle('unsuspend', 'Let a suspended person in again', nothing),
  unlockUser: lifecycle('unlock', 'Let a person in again who was locked out', nothing),
  resetPassword: lifecycle('reset_password', 'Have a person choose another password', reset, sendEmail(true)),
  expirePassword: lifecycle('expire_password', 'Expire the password of a person', userSchema),
  expirePasswordWithTempPassword: lifecycle(
    'expire_password_with_temp_password',
    'Give a person a temporary password, which is told once',
    z.object({ tempPassword: z.string() }),
  ),
  resetFactors: lifecycle('reset_factors', 'Reset all factors of a person', nothing),

  changePassword: credentials('change_password', {
    summary: 'Change a password by the one that is set',
    query: z.object({ strict: queryBooleanSchema(false).meta({ description: 'Checks age and history, too' }) }),
    body: passwordChangeSchema,
    reply: credentialsSchema,
    errors: ['E0000014', 'E0000035', 'E0000060', 'E0000080'],
  }),
  changeRecoveryQuestion: credentials('change_recovery_question', {
    summary: 'Change the recovery question of a person by their password',
    query: noQuery,
    body: recoveryQuestionChangeSchema,
    reply: credentialsSchema,
    errors: ['E0000014', 'E0000036', 'E0000060'],
  }),
  forgotPassword: credentials('forgot_password', {
    summary: 'Begin to recover a forgotten password',
    query: sendEmail(true),
    body: undefined,
    reply: reset,
    errors: ['E0000034'],
  }),
  recoverPassword: credentials('forgot_password_recovery_question', {
    summary: 'Set another password by the answer to the recovery question',
    query: sendEmail(true),
    body: passwordRecoverySchema,
    reply: credentialsSchema,
    errors: ['E0000034', 'E0000060', 'E0000080', 'E0000087'],
  }),

  listUserAppLinks: list('appLinks', 'List the applications that a person can start', appLinkSchema),
  clearUserSessions: defineRoute({
    ...users.managing,
    ...ofCredentials,
    method: 'DELETE',
    path: `${users.one}/sessions`,
    summary: 'End all sessions of a person',
    params: users.params,
    query: z.object({ oauthTokens: queryBooleanSchema(false) }),
    responses: { 204: null },
  }),
}
