import type { z } from 'zod'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { profileSchema, type Profile } from '#contract/directory/user.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { deleteUser } from '../user-lifecycle.ts'
import { changeUser } from '../update-user.ts'
import { createUser } from '../users.ts'
import {
  areAs,
  differences,
  invalidRow,
  repeated,
  type AppliedRow,
  type ImportKindDefinition,
  type MappedRow,
  type PlanContext,
  type PlannedRow,
  type Values,
} from './import-kind.ts'

const ATTRIBUTES = Object.keys(profileSchema.shape)

/** People, found by their id or their login. */
export const importUsers: ImportKindDefinition = {
  targets: () => Promise.resolve(['id', ...ATTRIBUTES]),
  required: [['id', 'login']],

  async plan(rows, context) {
    const known = await knownUsers(context.reader, rows)
    return rows.map((row) => planUser(row, known(row), context))
  },

  async apply(tx, { action, targetId, before, after }, { activate }) {
    if (action === 'CREATE') return createUser(tx, { profile: after as Profile }, { activate })
    const user = await requireUnchanged(tx, { targetId, before })
    await changeProfile(tx, user, after)
    return user.id
  },

  async revert(tx, { action, targetId, before, after }) {
    const user = await users.get(tx, targetId ?? '')
    if (!user || !areAs(user.profile, after)) return false
    if (action === 'UPDATE') await changeProfile(tx, user, before)
    else {
      if (user.status !== 'DEPROVISIONED') await deleteUser(tx, user.id)
      await deleteUser(tx, user.id)
    }
    return true
  },
}

function changeProfile(tx: Tx, user: UserRecord, values: Values | null): Promise<void> {
  const profile = values as Partial<Profile>
  return changeUser(tx, user, { profile, credentials: null, replaces: false, strict: false })
}

async function requireUnchanged(tx: Tx, { targetId, before }: Pick<AppliedRow, 'targetId' | 'before'>) {
  const user = await users.get(tx, targetId ?? '')
  if (!user) throw new ApiError('E0000113', { causes: [{ errorSummary: 'the person was deleted since the check' }] })
  if (!areAs(user.profile, before)) throw invalid('profile', 'was changed by somebody else since the check')
  return user
}

/** The people that some rows are about, by id or login. */
async function knownUsers(
  reader: Reader,
  rows: readonly MappedRow[],
): Promise<(row: MappedRow) => UserRecord | undefined> {
  const given = (target: string) =>
    JSON.stringify(rows.map(({ values }) => values[target] ?? '').filter((value) => value !== ''))
  const tail = (column: string) => `WHERE ${column} IN (SELECT value FROM json_each(?))`
  const byId = new Map((await users.all(reader, tail('id'), [given('id')])).map((user) => [user.id, user]))
  const byLogin = new Map(
    (await users.all(reader, tail('login'), [given('login')])).map((user) => [user.login.toLowerCase(), user]),
  )
  return ({ values: { id, login } }) => (id ? byId.get(id) : byLogin.get((login ?? '').toLowerCase()))
}

function planUser({ line, values }: MappedRow, user: UserRecord | undefined, context: PlanContext): PlannedRow {
  const { options } = context
  const { id = '', ...cells } = values
  const name = cells['login'] || id || user?.login || ''
  if (!name) return invalidRow(line, '', 'names neither a login nor an id')
  const again = repeated(
    context,
    line,
    `login ${(cells['login'] || user?.login || '').toLowerCase()}`,
    user && `id ${user.id}`,
  )
  if (again) return invalidRow(line, name, again)
  if (!user && id) return invalidRow(line, name, `id: ${id} is no person of this organization`)
  const wanted = wantedOf(cells, user !== undefined && options.clear)
  return user ? planUpdate(line, user, wanted, context) : planCreate(line, name, wanted, context)
}

/** An empty cell says nothing, or takes the value away. */
function wantedOf(cells: MappedRow['values'], clear: boolean): Values {
  const given = Object.entries(cells).filter(([, text]) => clear || text !== '')
  return Object.fromEntries(given.map(([target, text]) => [target, text === '' ? null : text]))
}

function planCreate(line: number, name: string, profile: Values, { options }: PlanContext): PlannedRow {
  if (!options.create)
    return invalidRow(line, name, 'is no person of this organization, and new ones are not to be made')
  const problems = problemsOf(profileSchema.safeParse(profile))
  if (problems.length > 0) return invalidRow(line, name, ...problems)
  return { line, action: 'CREATE', name, targetId: null, before: null, after: profile, problems: [] }
}

function planUpdate(line: number, user: UserRecord, wanted: Values, { options }: PlanContext): PlannedRow {
  const row = { line, name: user.login, targetId: user.id, problems: [] }
  const change = differences(user.profile, wanted)
  if (!change || !options.update) return { ...row, action: 'UNCHANGED', before: null, after: null }
  const problems = problemsOf(profileSchema.partial().safeParse(change.after))
  if (problems.length > 0) return invalidRow(line, user.login, ...problems)
  return { ...row, action: 'UPDATE', ...change }
}

function problemsOf({ error }: z.ZodSafeParseResult<unknown>): string[] {
  return (error?.issues ?? []).slice(0, 10).map(({ path, message }) => `${path.join('.') || 'profile'}: ${message}`)
}
