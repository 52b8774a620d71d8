import { KINDS } from '#contract/kinds.ts'
import type { Reader } from '#db/connection.ts'
import { policyMappings } from '#db/tables/apps.ts'
import { DISPLAY_NAME, users, type UserRecord } from '#db/tables/users.ts'
import { referencedKind, type ReferenceKind } from '#policy/index.ts'
import { PERSON_ATTRIBUTES } from '../directory/person.ts'
import { readApps, type AppWithPolicies } from '../snapshot/apps.sql.ts'
import { groupAssignments } from '../directory/transfer/assigned-apps.sql.ts'

/** A person as audiences count them. */
interface PersonRow {
  id: string
  name: string
  typeId: string
  providerType: UserRecord['providerType']
  /** The ids of their groups, as JSON. */
  groups: string
}

/** All people but deactivated ones, by name. */
export function readPeopleRows(reader: Reader): Promise<PersonRow[]> {
  return reader.all(`SELECT u.id, ${DISPLAY_NAME} AS name, u.type_id AS typeId,
      u.provider_type AS providerType, (SELECT json_group_array(m.group_id) FROM group_members m WHERE m.user_id = u.id) AS groups
    FROM users u WHERE u.status <> 'DEPROVISIONED' ORDER BY u.last_name, u.first_name, u.id`)
}

/** The assignments of people and groups to applications. WHY not the records: there are many, each with a profile. */
export async function readAssignmentRows(reader: Reader) {
  return {
    byUser: await reader.all<{ appId: string; userId: string }>(
      'SELECT app_id AS appId, user_id AS userId FROM app_users',
    ),
    byGroup: await groupAssignments(reader),
  }
}

/** The given ids that exist. @param kind the kind of object: a table or a part of one */
export async function existingIds(
  reader: Pick<Reader, 'all'>,
  kind: ReferenceKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const name = referencedKind(kind)
  const { table } = KINDS[name]
  const source = table === 'supporting_objects' ? `${table} WHERE kind = '${name}' AND` : `${table} WHERE`
  const sql = `SELECT id FROM ${source} id IN (SELECT value FROM json_each(?))`
  const rows = await reader.all<{ id: string }>(sql, [JSON.stringify(ids)])
  return new Set(rows.map(({ id }) => id))
}

interface AppsOfPolicy {
  policyId: string
  /** Which applications are seen, in SQL. */
  condition: string
  /** An id. */
  after: string
  limit: number
}

/** Applications that are mapped to a policy, by id. */
export function readAppsOfPolicy(
  reader: Pick<Reader, 'all'>,
  { policyId, condition, after, limit }: AppsOfPolicy,
): Promise<AppWithPolicies[]> {
  const tail = `WHERE ${condition} AND m.policy_id = ? AND a.id > ? ORDER BY a.id LIMIT ?`
  return readApps(reader, tail, [policyId, after, limit], 'policy_mappings m JOIN apps a ON a.id = m.app_id')
}

/** The mappings of some applications to a policy. */
export function readMappingsOf(reader: Pick<Reader, 'all'>, policyId: string, appIds: readonly string[]) {
  const tail = 'WHERE policy_id = ? AND app_id IN (SELECT value FROM json_each(?))'
  return policyMappings.all(reader, tail, [policyId, JSON.stringify(appIds)])
}

const SUBDOMAIN = `s.value ->> '$.subdomain' AS subdomain`
const ORGANIZATION = `SELECT ${SUBDOMAIN} FROM settings s WHERE s.key = 'organization'`
const WITH_PERSON = `SELECT ${SUBDOMAIN}, ${users.selectOnly(PERSON_ATTRIBUTES, 'u')}
  FROM settings s LEFT JOIN users u ON u.login_key = ? WHERE s.key = 'organization'`

type PersonOfLogin = Pick<UserRecord, (typeof PERSON_ATTRIBUTES)[number]>
type WithPerson = { subdomain: string } & (PersonOfLogin | { id: null })

/**
 * The organization, and the person with a login, in one statement. INVARIANT: none depends on whether there is a person.
 * @param loginKey null where no rule asks for people
 */
export async function readOrganizationAndPerson(
  reader: Reader,
  loginKey: string | null,
): Promise<{ subdomain: string; person: PersonOfLogin | null }> {
  if (loginKey === null)
    return { subdomain: '', ...(await reader.first<{ subdomain: string }>(ORGANIZATION)), person: null }
  const row = await reader.first<WithPerson>(WITH_PERSON, [loginKey])
  if (!row || row.id === null) return { subdomain: row?.subdomain ?? '', person: null }
  return { subdomain: row.subdomain, person: users.fromRow<PersonOfLogin>(row) }
}
