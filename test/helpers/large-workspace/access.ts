import { appDefinition } from '#contract/apps/definition.ts'
import type { ZoneDefinition } from '#contract/policy/zone.ts'
import { createRandom } from '#sample/random.ts'
import { ORGANIZATION } from '#sample/resources.ts'
import { daysBeforeEnd, idsOf, iso, some, type Plan, type Row, type TableRows } from './plan.ts'

const COUNTRIES = ['AT', 'BE', 'CA', 'CL', 'DE', 'GB', 'IN', 'KE', 'NL', 'PL', 'SG', 'US']
const CITIES = [...new Set(ORGANIZATION.offices.map(({ city }) => city))]

/** Networks of `10.0.0.0/8`, twenty to a zone; one zone in ten is of countries. */
export function zones({ seed, zoneIds }: Plan): TableRows {
  const random = createRandom(`${seed}/zones`)
  const network = (zone: number, part: number) => {
    const value = `10.${((zone * 20 + part) >> 8) & 255}.${(zone * 20 + part) & 255}.0/24`
    return { type: 'CIDR' as const, value }
  }
  function* rows(): Generator<Row> {
    for (const [index, id] of zoneIds.entries()) {
      const isDynamic = index % 10 === 9
      const definition: ZoneDefinition = isDynamic
        ? { locations: some(random, COUNTRIES, 1, 3).map((country) => ({ country, region: null })), proxyType: null }
        : { gateways: Array.from({ length: 20 }, (_, part) => network(index, part)), proxies: null }
      const name = isDynamic ? `Countries ${index + 1}` : `Office ${random.pick(CITIES)} ${index + 1}`
      const stamp = iso(daysBeforeEnd(random.int(1_400)))
      yield [id, isDynamic ? 'DYNAMIC' : 'IP', name, 'ACTIVE', 'POLICY', JSON.stringify(definition), stamp, stamp]
    }
  }
  const columns = 'id type name status usage definition created last_updated'.split(' ')
  return { table: 'zones', columns, rows: rows() }
}

const PRODUCTS = [
  'Ledger',
  'Payroll',
  'Wiki',
  'Tickets',
  'Fleet',
  'Cargo',
  'Mail',
  'Archive',
  'Forecast',
  'Portal',
  'Travel',
]
const EDITIONS = ['Cloud', 'Desk', 'Hub', 'Line', 'Suite', 'Works']
const MODES = ['SAML_2_0', 'OPENID_CONNECT', 'BOOKMARK', 'BROWSER_PLUGIN', 'AUTO_LOGIN'] as const

export function apps({ seed, appIds }: Plan): TableRows {
  const random = createRandom(`${seed}/apps`)
  function* rows(): Generator<Row> {
    for (const [index, id] of appIds.entries()) {
      const label = `${random.pick(PRODUCTS)} ${random.pick(EDITIONS)} ${index + 1}`
      const name = `${label.toLowerCase().replaceAll(' ', '_')}`
      const stamp = iso(daysBeforeEnd(random.int(1_400)))
      const status = random.chance(0.05) ? 'INACTIVE' : 'ACTIVE'
      const signOnMode = random.pick(MODES)
      yield [id, name, label, status, signOnMode, JSON.stringify(appDefinition({ name, signOnMode }, {})), stamp, stamp]
    }
  }
  const columns = 'id name label status sign_on_mode definition created last_updated'.split(' ')
  return { table: 'apps', columns, rows: rows() }
}

/** Each application for a few groups, and for a few people by themselves. */
export function assignments({ seed, appIds, groupIds, userIds }: Plan): TableRows[] {
  const random = createRandom(`${seed}/assignments`)
  const stamp = iso(daysBeforeEnd(10))
  const ofGroups = appIds.flatMap((appId) =>
    some(random, groupIds, 1, 5).map((groupId, priority): Row => [appId, groupId, priority, '{}', stamp]),
  )
  const ofPeople = appIds.flatMap((appId) =>
    some(random, userIds, 0, 20).map((userId): Row => [appId, userId, '{}', stamp, stamp]),
  )
  return [
    { table: 'app_groups', columns: 'app_id group_id priority profile last_updated'.split(' '), rows: ofGroups },
    { table: 'app_users', columns: 'app_id user_id profile created last_updated'.split(' '), rows: ofPeople },
  ]
}

/** Which policies the applications use: some of those that there are, for a tenth of them the default. */
export function mappings({ seed, appIds }: Plan, choices: Readonly<Record<string, readonly string[]>>): TableRows {
  const random = createRandom(`${seed}/mappings`)
  const ids = idsOf(seed, 'mapping', appIds.length * Object.keys(choices).length)
  const rows = appIds.flatMap((appId) =>
    Object.entries(choices).flatMap(([type, [standard, ...own]]): Row[] => {
      if (standard === undefined) return []
      const policyId = own.length === 0 || random.chance(0.1) ? standard : random.pick(own)
      return [[ids.pop() as string, appId, policyId, type]]
    }),
  )
  return { table: 'policy_mappings', columns: 'id app_id policy_id policy_type'.split(' '), rows }
}
