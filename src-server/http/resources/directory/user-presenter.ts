import type { User } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { Credentials } from '#contract/directory/user-credentials.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { UserRecord } from '#db/tables/users.ts'

interface Surroundings {
  base: string
  engine: Engine
  /** Of the person's type. */
  schemaId: string
}

/** A person in a list, with no link but to themselves (spec/5 §2). */
export function presentListedUser(row: UserRecord, base: string): User {
  return { ...viewOf(row), _links: { self: { href: addressOf(row, base) } } }
}

/** A person by themselves, with links to what can be done with them now (spec/5 §2). */
export function presentUser(row: UserRecord, surroundings: Surroundings): User {
  const names = LINKS_OF[row.status].filter((name) => surroundings.engine === 'identity' || isOnClassic(row, name))
  return {
    ...viewOf(row),
    _links: Object.fromEntries(names.map((name) => [name, LINKS[name](row, surroundings)])),
  }
}

type LinkMaker = (row: UserRecord, surroundings: Surroundings) => Links[string]

const post =
  (action: string): LinkMaker =>
  (row, { base }) => ({ href: `${addressOf(row, base)}/${action}`, method: 'POST' })

const LINKS = {
  activate: post('lifecycle/activate'),
  changePassword: post('credentials/change_password'),
  changeRecoveryQuestion: post('credentials/change_recovery_question'),
  deactivate: post('lifecycle/deactivate'),
  delete: (row, { base }) => ({ href: addressOf(row, base), method: 'DELETE' }),
  expirePassword: post('lifecycle/expire_password'),
  forgotPassword: post('credentials/forgot_password'),
  reactivate: post('lifecycle/reactivate'),
  resetFactors: post('lifecycle/reset_factors'),
  resetPassword: post('lifecycle/reset_password'),
  schema: (_, { base, schemaId }) => ({ href: `${base}/api/v1/meta/schemas/user/${schemaId}` }),
  self: (row, { base }) => ({ href: addressOf(row, base) }),
  suspend: post('lifecycle/suspend'),
  type: ({ typeId }, { base }) => ({ href: `${base}/api/v1/meta/types/user/${typeId}` }),
  unlock: post('lifecycle/unlock'),
  unsuspend: post('lifecycle/unsuspend'),
} as const satisfies Record<string, LinkMaker>

type LinkName = keyof typeof LINKS

/** Classic Engine resets no factors so, and a forgotten password takes a recovery question there (spec/5 §2). */
const isOnClassic = ({ recoveryQuestion }: UserRecord, name: LinkName) =>
  name === 'forgotPassword' ? recoveryQuestion !== null : name !== 'resetFactors'

const WITH_PASSWORD: readonly LinkName[] = [
  ...(['suspend', 'schema', 'resetPassword', 'forgotPassword', 'expirePassword', 'changeRecoveryQuestion'] as const),
  ...(['self', 'resetFactors', 'type', 'changePassword', 'deactivate'] as const),
]

/** By status, in the interface's order (spec/5 §2); RECOVERY and LOCKED_OUT, which it leaves out, by spec/4 §2.1. */
const LINKS_OF: Readonly<Record<UserStatus, readonly LinkName[]>> = {
  STAGED: ['schema', 'activate', 'self', 'resetFactors', 'type'],
  PROVISIONED: ['suspend', 'schema', 'resetPassword', 'reactivate', 'self', 'resetFactors', 'type', 'deactivate'],
  ACTIVE: WITH_PASSWORD,
  RECOVERY: ['schema', 'resetPassword', 'self', 'resetFactors', 'type', 'deactivate'],
  PASSWORD_EXPIRED: WITH_PASSWORD,
  LOCKED_OUT: ['schema', 'unlock', 'self', 'resetFactors', 'type', 'deactivate'],
  SUSPENDED: ['schema', 'self', 'resetFactors', 'type', 'unsuspend', 'deactivate'],
  DEPROVISIONED: ['schema', 'activate', 'self', 'resetFactors', 'type', 'delete'],
}

const addressOf = ({ id }: UserRecord, base: string) => `${base}/api/v1/users/${id}`

/** A password that is set shows as an empty object, never as itself (spec/4 §2.1). */
function viewOf(row: UserRecord): Omit<User, '_links'> {
  return {
    id: row.id,
    status: row.status,
    created: row.created,
    activated: row.activated,
    statusChanged: row.statusChanged,
    lastLogin: row.lastLogin,
    lastUpdated: row.lastUpdated,
    passwordChanged: row.passwordChanged,
    type: { id: row.typeId },
    profile: profileOf(row),
    credentials: {
      ...shownSecrets(row),
      emails: emailsOf(row),
      provider: { type: row.providerType, name: row.providerName },
    },
  }
}

const shownSecrets = ({ hasPassword, recoveryQuestion: question }: UserRecord) => ({
  ...(hasPassword ? { password: {} } : {}),
  ...(question === null ? {} : { recovery_question: { question } }),
})

/** What operations on credentials answer (spec/5 §2). */
export function presentCredentials(row: UserRecord): Credentials {
  return { ...shownSecrets(row), provider: { type: row.providerType, name: row.providerName } }
}

/** Six attributes are always there, null without a value; all others only where they have one (spec/5 §2). */
function profileOf({ profile }: UserRecord): User['profile'] {
  const { firstName = null, lastName = null, mobilePhone = null, secondEmail = null, login, email, ...others } = profile
  const given = Object.entries(others).filter(([, value]) => value !== null)
  return { firstName, lastName, mobilePhone, secondEmail, login, email, ...Object.fromEntries(given) }
}

/** Nothing here sends mail, so no address ever waits to be confirmed (spec/5 decision 11). */
function emailsOf({ profile: { email, secondEmail } }: UserRecord): NonNullable<User['credentials']>['emails'] {
  const status = 'VERIFIED'
  return [
    { value: email, status, type: 'PRIMARY' },
    ...(secondEmail ? [{ value: secondEmail, status, type: 'SECONDARY' } as const] : []),
  ]
}
