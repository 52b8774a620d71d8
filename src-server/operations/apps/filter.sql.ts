import { EVERYONE_ID } from '#db/tables/groups.ts'
import { canChooseKey } from '#contract/credentials/key-owners.ts'
import { SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { filterToSql, type FilterSource } from '#db/filter-sql.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { defineDialect, requireFilter, type Filter } from '#filter/index.ts'
import { ownerOfFirstKid } from '../signing-keys/first-kid.ts'
import { givenTo } from './assignments-of-user.sql.ts'

const KID = 'credentials.signing.kid'
const text = { type: 'text', exact: true } as const

/** The attributes that filter lists of applications (spec/4 §2.3); more than the interface promises. */
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

const SOURCE: FilterSource = {
  attributes: {
    status: { column: 'a.status', letters: 'capital' },
    name: { column: 'a.name' },
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

/** WHY not asked of each application: looking up what one person has is a few steps in an index, whatever the number of applications. */
const heldBy = (userId: string): Fragment => sql`a.id IN (SELECT app_id FROM (${givenTo(userId)}))`

/** Applications that no one is assigned to. */
const HELD_BY_NONE = code(`(NOT EXISTS (SELECT 1 FROM app_users WHERE app_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM app_groups g WHERE g.app_id = a.id
    AND (g.group_id IN ${EVERYONE_ID} OR EXISTS (SELECT 1 FROM group_members WHERE group_id = g.group_id))))`)

/** Attributes that are no column and no list of rows, by path; null asks for what has none. */
const COMPUTED: Readonly<Record<string, (value: string | null) => Fragment>> = {
  [KID]: (kid) => (kid === null ? code('a.signing_kid IS NULL') : signedWith(kid)),
  'user.id': (userId) => (userId === null ? HELD_BY_NONE : heldBy(userId)),
}

function conditionOf(filter: Filter): Fragment {
  if (filter.kind === 'and') return join(filter.operands.map(conditionOf), 'AND')
  const computed = filter.kind === 'compare' ? COMPUTED[filter.attribute.path] : undefined
  if (filter.kind !== 'compare' || !computed) return filterToSql(filter, SOURCE)
  return computed(filter.value === null ? null : String(filter.value))
}

/** The condition on `apps a` that a filter comes to. @throws ApiError E0000053 with each place where it makes no sense */
export function appCondition(source: string | undefined): Fragment {
  return source === undefined ? code('1') : conditionOf(requireFilter(source, APPS))
}
