import type { CustomAttribute } from '#contract/directory/profile-schema.ts'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { groupPushedTo, importedPropertyNames } from './groups.sql.ts'
import { customAttributesOf } from './profile-schemas.ts'

/** So many names of imported properties can be searched. */
const MAX_IMPORTED = 1_000

/** The attributes by which groups are searched: those of their schema, and the texts that imported groups brought along. */
export async function searchedGroupAttributes(reader: Reader): Promise<CustomAttribute[]> {
  const custom = await customAttributesOf(reader, 'group')
  const known = new Set(custom.map(({ name }) => name))
  const imported = (await importedPropertyNames(reader, MAX_IMPORTED)).filter((name) => !known.has(name))
  return [...custom, ...imported.map((name) => ({ name, title: name, type: 'string' as const }))]
}

/** @throws ApiError E0000001 where groups cannot come from there */
export async function assertSource(reader: Reader, appId: string, location: string): Promise<void> {
  if (!(await apps.get(reader, appId))) throw invalid(location, `${appId} is no application of this organization`)
}

/** @throws ApiError E0000027 for a group of an application that one of this organization fills (spec/2 "Groups") */
export async function assertNotPushed(reader: Reader, { id, name }: Pick<GroupRecord, 'id' | 'name'>): Promise<void> {
  const by = await groupPushedTo(reader, id)
  if (!by) return
  const errorSummary = `${by.name} is pushed to ${name}; it cannot be deleted while that is so`
  throw new ApiError('E0000027', { values: { why: `${name} is in a push mapping` }, causes: [{ errorSummary }] })
}
