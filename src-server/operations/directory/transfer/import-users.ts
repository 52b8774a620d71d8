import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { Profile } from '#contract/directory/user.ts'
import { ownsProfile } from '#contract/directory/user-credentials.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { deleteUser } from '../user-lifecycle.ts'
import { checkedAt } from '../../service/checks.ts'
import { changeProfiles, changeUser } from '../update-user.ts'
import { createUsers } from '../users.ts'
import { assertValidProfiles, userRules, type RulesByType } from '../profile-rules.ts'
import {
  problemAt,
  problemsOf,
  targetsOf,
  uniqueNames,
  userSchemas,
  wantedValues,
  type Attributes,
  type Schemas,
} from './attributes.ts'
import {
  areAs,
  differences,
  invalidRow,
  refusalOf,
  repeated,
  type AppliedRow,
  type ImportKindDefinition,
  type MappedRow,
  type PlanContext,
  type PlannedRow,
  type Values,
} from './import-kind.ts'
import { peopleByLogin } from './imports.sql.ts'

/** People, found by their id or their login. */
export const importUsers: ImportKindDefinition = {
  targets: async (reader) => targetsOf(await userSchemas(reader), 'user'),
  required: [['id', 'login']],

  async plan(rows, context) {
    const known = await knownUsers(context.reader, rows)
    const schemas = await userSchemas(context.reader)
    const types = { schemas, rules: await userRules(context.reader, schemas.keys()) }
    const planned: PlannedRow[] = []
    for (const row of rows) planned.push(await planUser(row, known, types, context))
    return planned
  },

  async apply(tx, rows, { activate }) {
    const [created, changed] = [rows.filter(({ action }) => action === 'CREATE'), rows.filter(isUpdate)]
    const people = created.map(({ after }) => ({ profile: after as Profile }))
    const ids = await createUsers(tx, people, { activate }, refusalOf(created))
    await changeProfiles(tx, await requireUnchanged(tx, changed), refusalOf(changed))
    const idOf = new Map(created.map(({ line }, at) => [line, ids[at]]))
    return rows.map(({ line, targetId }) => ({ targetId: idOf.get(line) ?? targetId ?? '' }))
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

const isUpdate = ({ action }: AppliedRow) => action !== 'CREATE'

/** The people of some rows, with what changes of their profiles. */
async function requireUnchanged(tx: Tx, rows: readonly AppliedRow[]) {
  if (rows.length === 0) return []
  const byId = await users.byId(
    tx,
    rows.map(({ targetId }) => targetId),
  )
  return rows.map(({ targetId, before, after }, at) =>
    checkedAt(at, refusalOf(rows), () => {
      const user = byId.get(targetId ?? '')
      if (!user)
        throw new ApiError('E0000113', { causes: [{ errorSummary: 'the person was deleted since the check' }] })
      if (!areAs(user.profile, before)) throw invalid('profile', 'was changed by somebody else since the check')
      return { user, profile: after as Partial<Profile> }
    }),
  )
}

/** The people that some rows are about. */
interface Known {
  /** By the id that a row gives, else by its login. */
  of(row: MappedRow): UserRecord | undefined
  byLogin(login: string): UserRecord | undefined
}

async function knownUsers(reader: Reader, rows: readonly MappedRow[]): Promise<Known> {
  const given = (target: string) => rows.map(({ values }) => values[target] ?? '').filter((value) => value !== '')
  const ids = await users.byId(reader, given('id'))
  const found = await peopleByLogin(reader, given('login'))
  const logins = new Map(found.map((user) => [user.login.toLowerCase(), user]))
  const byLogin = (login: string) => logins.get(login.toLowerCase())
  return { of: ({ values: { id, login } }) => (id ? ids.get(id) : byLogin(login ?? '')), byLogin }
}

/** The user types, read once for all rows. */
interface Types {
  schemas: Schemas
  rules: RulesByType
}

async function planUser(row: MappedRow, known: Known, types: Types, context: PlanContext): Promise<PlannedRow> {
  const { schemas, rules } = types
  const { line, values } = row
  const { id = '', ...cells } = values
  const user = known.of(row)
  const login = cells['login'] ?? ''
  const name = login || id || user?.login || ''
  if (!name) return invalidRow(line, '', 'names neither a login nor an id')
  const again = repeated(context, line, `login ${(login || user?.login || '').toLowerCase()}`, user && `id ${user.id}`)
  if (again) return invalidRow(line, name, again)
  if (!user && id) return invalidRow(line, name, problemAt('id', `${id} is no person of this organization`))
  const other = login ? known.byLogin(login) : undefined
  if (user && other && other.id !== user.id)
    return invalidRow(line, name, problemAt('login', `another person has the login ${login}`))
  const [first = ''] = schemas.keys()
  const typeId = user?.typeId ?? first
  const attributes = schemas.get(typeId) ?? {}
  const wanted = wantedValues(cells, attributes, user !== undefined && context.options.clear)
  const taken = uniqueNames(attributes).find((unique) => isTaken(context, line, unique, wanted[unique]))
  if (taken) return invalidRow(line, name, problemAt(taken, 'has the same value in an earlier line'))
  return user
    ? planUpdate(line, user, wanted, rules, context)
    : planCreate({ line, name, typeId }, inOrderOf(attributes, wanted), rules, context)
}

const isTaken = (context: PlanContext, line: number, name: string, value: unknown) =>
  value !== undefined && value !== null && repeated(context, line, `${name}=${String(value).toLowerCase()}`) !== null

async function planCreate(
  { line, name, typeId }: { line: number; name: string; typeId: string },
  profile: Values,
  rules: RulesByType,
  { options, reader }: PlanContext,
): Promise<PlannedRow> {
  if (!options.create)
    return invalidRow(line, name, 'is no person of this organization, and new ones are not to be made')
  const person = { typeId, profile: profile as Profile }
  const problems = await problemsOf(assertValidProfiles(reader, [person], undefined, rules))
  if (problems.length > 0) return invalidRow(line, name, ...problems)
  return { line, action: 'CREATE', name, targetId: null, before: null, after: profile, problems: [] }
}

/** Profiles are shown in the order of their schema. */
function inOrderOf(attributes: Attributes, values: Values): Values {
  const names = [...Object.keys(attributes), ...Object.keys(values)].filter((name) => Object.hasOwn(values, name))
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

async function planUpdate(
  line: number,
  user: UserRecord,
  wanted: Values,
  rules: RulesByType,
  { options, reader }: PlanContext,
): Promise<PlannedRow> {
  const row = { line, name: user.login, targetId: user.id, problems: [] }
  const change = differences(user.profile, wanted)
  if (!change || !options.update) return { ...row, action: 'UNCHANGED', before: null, after: null }
  if (!ownsProfile(user.providerType)) return invalidRow(line, user.login, 'has a profile that another system decides')
  const profile = { ...user.profile, ...change.after } as Profile
  const person = { typeId: user.typeId, profile, before: user }
  const problems = await problemsOf(assertValidProfiles(reader, [person], undefined, rules))
  if (problems.length > 0) return invalidRow(line, user.login, ...problems)
  return { ...row, action: 'UPDATE', ...change }
}
