import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid, notFound } from '../../contract/api-error.ts'
import type { Profile, User, UserStatus } from '../../contract/user.ts'
import { newId } from '../../db/ids.ts'
import { groupTarget, userTarget } from '../audit/targets.ts'
import { cutPage, prefixPattern, startAfter, type Page } from '../page.ts'
import type { Act, Service, Unit } from '../service.ts'
import type { GroupRow } from './groups.ts'

export interface UserRow {
  id: string
  status: UserStatus
  type_id: string
  login: string
  email: string
  first_name: string
  last_name: string
  /** JSON. */
  profile: string
  password_hash: string | null
  created: string
  activated: string | null
  status_changed: string | null
  last_login: string | null
  last_updated: string
  password_changed: string | null
}

/** Everybody who is not deprovisioned, by id; with `q` those whose name or email begins so. */
export async function listUsers(
  service: Service,
  { q, limit, after }: { q?: string; limit: number; after?: string },
): Promise<Page<UserRow>> {
  const { read } = service.store
  const rows = q
    ? await read.all<UserRow>(
        `SELECT * FROM users WHERE status <> 'DEPROVISIONED'
           AND (first_name LIKE ?1 ESCAPE '\\' OR last_name LIKE ?1 ESCAPE '\\' OR email LIKE ?1 ESCAPE '\\'
                OR first_name || ' ' || last_name LIKE ?1 ESCAPE '\\')
         ORDER BY last_name, first_name, id LIMIT ?2`,
        [prefixPattern(q), limit],
      )
    : await read.all<UserRow>(`SELECT * FROM users WHERE status <> 'DEPROVISIONED' AND id > ? ORDER BY id LIMIT ?`, [
        startAfter('user', after),
        limit + 1,
      ])
  return cutPage(rows, limit, (row) => row.id)
}

/** Finds a person by id, login, or the part of the login before the @ where only one has it. */
export async function requireUser(service: Service, idOrLogin: string): Promise<UserRow> {
  const { read } = service.store
  const exact = await read.first<UserRow>(
    'SELECT * FROM users WHERE id = ?1 OR login = ?1 ORDER BY id = ?1 DESC LIMIT 1',
    [idOrLogin],
  )
  if (exact) return exact
  const short = await read.all<UserRow>(`SELECT * FROM users WHERE login LIKE ? ESCAPE '\\' LIMIT 2`, [
    prefixPattern(`${idOrLogin}@`),
  ])
  if (short.length !== 1) throw notFound(idOrLogin, 'User')
  return short[0] as UserRow
}

export interface UserCreate {
  profile: Profile
  credentials?: { password?: { value: string } }
  groupIds?: string[]
  type?: { id: string }
}

/** Makes a person; the status follows from password and `activate` (spec/4 §2.1). @returns the id */
export async function createUser(service: Service, act: Act, body: UserCreate, activate: boolean): Promise<string> {
  const password = body.credentials?.password?.value
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return service.write(
    act,
    async (unit) => {
      const { profile } = body
      if (await unit.statements.first('SELECT 1 FROM users WHERE login = ?', [profile.login]))
        throw invalid('profile.login', `another person has the login ${profile.login}`)
      const typeId = await requireTypeId(unit, body.type?.id)
      const id = newId('user')
      const status: UserStatus = !activate ? 'STAGED' : passwordHash ? 'ACTIVE' : 'PROVISIONED'
      await service.store.models.User.create(
        {
          id,
          status,
          typeId,
          login: profile.login,
          email: profile.email,
          firstName: profile.firstName,
          lastName: profile.lastName,
          profile,
          passwordHash,
          created: unit.now,
          activated: activate ? unit.now : null,
          statusChanged: activate ? unit.now : null,
          lastLogin: null,
          lastUpdated: unit.now,
          passwordChanged: passwordHash ? unit.now : null,
        },
        { transaction: unit.transaction },
      )
      const target = userTarget({ id, login: profile.login, displayName: `${profile.firstName} ${profile.lastName}` })
      unit.record({ type: 'user.lifecycle.create', targets: [target] })
      if (activate) unit.record({ type: 'user.lifecycle.activate', targets: [target] })
      for (const group of await requireGroups(unit, body.groupIds ?? [])) {
        await unit.statements.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', [group.id, id])
        unit.record({ type: 'group.user_membership.add', targets: [target, groupTarget(group)] })
      }
      return id
    },
    { changes: [] },
  )
}

async function requireTypeId(unit: Unit, wanted: string | undefined): Promise<string> {
  const row = wanted
    ? await unit.statements.first<{ id: string }>('SELECT id FROM user_types WHERE id = ?', [wanted])
    : await unit.statements.first<{ id: string }>('SELECT id FROM user_types WHERE is_default = 1')
  if (!row) throw invalid('type.id', `${wanted} (UserType) does not exist`)
  return row.id
}

async function requireGroups(unit: Unit, ids: readonly string[]): Promise<GroupRow[]> {
  const groups: GroupRow[] = []
  for (const id of ids) {
    const group = await unit.statements.first<GroupRow>('SELECT * FROM groups WHERE id = ?', [id])
    if (!group) throw invalid('groupIds', `${id} (UserGroup) does not exist`)
    if (group.type !== 'SVC_GROUP') throw invalid('groupIds', `${group.name} takes no members by hand`)
    groups.push(group)
  }
  return groups
}

/** `scrypt$<salt>$<key>`, both in base64. */
async function hashPassword(value: string): Promise<string> {
  const salt = randomBytes(16)
  const key = (await promisify(scrypt)(value, salt, 32)) as Buffer
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/** A person as expressions and conditions see them. */
export function toPerson(row: UserRow, groupIds: readonly string[]) {
  return {
    id: row.id,
    groupIds,
    userTypeId: row.type_id,
    user: {
      id: row.id,
      status: row.status,
      created: row.created,
      lastUpdated: row.last_updated,
      passwordChanged: row.password_changed,
      lastLogin: row.last_login,
      profile: JSON.parse(row.profile) as User['profile'],
    },
  }
}
