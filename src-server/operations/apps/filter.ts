import { canChooseKey } from '#contract/credentials/key-owners.ts'
import { SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { filterToSql, type FilterSource } from '#db/filter-sql.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { defineDialect, requireFilter, type Filter } from '#filter/index.ts'
import { ownerOfFirstKid } from '../signing-keys/first-kid.ts'

const KID = 'credentials.signing.kid'
const text = { type: 'text', exact: true } as const

/** What lists of applications can be narrowed by (spec/4 §2.3); the interface promises less than the grammar gives. */
const APPS = defineDialect({
  subject: 'the list of applications',
  code: 'E0000053',
  operators: ['eq'],
  or: false,
  not: false,
  attributes: {
    status: { type: 'text', values: ['ACTIVE', 'INACTIVE'] },
    name: text,
    'user.id': text,
    'group.id': text,
    [KID]: text,
  },
})

/** Who has an application: by themselves, through a group, or as everybody has. */
const HOLDERS = `(SELECT app_id, user_id FROM app_users
  UNION ALL SELECT g.app_id, m.user_id FROM app_groups g JOIN group_members m ON m.group_id = g.group_id
  UNION ALL SELECT g.app_id, u.id FROM app_groups g JOIN groups b ON b.id = g.group_id AND b.type = 'BUILT_IN' JOIN users u) h`

const SOURCE: FilterSource = {
  attributes: {
    status: { column: 'a.status', letters: 'capital' },
    name: { column: 'a.name' },
    'user.id': { rows: HOLDERS, tie: 'h.app_id = a.id', column: 'h.user_id' },
    'group.id': { rows: 'app_groups ag', tie: 'ag.app_id = a.id', column: 'ag.group_id' },
  },
  documents: {},
}

const list = (modes: readonly SignOnMode[]) => code(`(${modes.map((mode) => `'${mode}'`).join(', ')})`)
const SIGNING = SIGN_ON_MODES.filter(canChooseKey)
const OF_ORGANIZATION = list(SIGNING.filter((mode) => mode === 'OPENID_CONNECT'))
const OF_OWN = list(SIGNING.filter((mode) => mode !== 'OPENID_CONNECT'))

/** WHY apart: the first key of an owner is in no column, its name is made of the owner's id. */
function signedWith(kid: string): Fragment {
  const owner = ownerOfFirstKid(kid)
  if (owner === null) return sql`a.signing_kid = ${kid}`
  return sql`(a.signing_kid = ${kid} OR (a.signing_kid IS NULL AND (
    (a.id = ${owner} AND a.sign_on_mode IN ${OF_OWN})
    OR (a.sign_on_mode IN ${OF_ORGANIZATION} AND ${owner} = (SELECT value ->> '$.id' FROM settings WHERE key = 'organization')))))`
}

function conditionOf(filter: Filter): Fragment {
  if (filter.kind === 'and') return join(filter.operands.map(conditionOf), 'AND')
  if (filter.kind !== 'compare' || filter.attribute.path !== KID) return filterToSql(filter, SOURCE)
  return filter.value === null ? code('a.signing_kid IS NULL') : signedWith(String(filter.value))
}

/** The condition on `apps a` that a filter comes to. @throws ApiError E0000053 with each place where it makes no sense */
export function appCondition(source: string | undefined): Fragment {
  return source === undefined ? code('1') : conditionOf(requireFilter(source, APPS))
}
