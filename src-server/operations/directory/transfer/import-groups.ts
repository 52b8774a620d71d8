import type { z } from 'zod'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import { groupWriteSchema } from '#contract/directory/group.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { createGroup, deleteGroup, replaceGroup } from '../groups.ts'
import {
  areAs,
  differences,
  invalidRow,
  repeated,
  type ImportKindDefinition,
  type MappedRow,
  type PlanContext,
  type PlannedRow,
} from './import-kind.ts'

type Profile = z.input<typeof groupWriteSchema>['profile']
const profileOf = ({ name, description }: GroupRecord) => ({ name, description })

/** Groups of this organization, found by their id or their name. */
export const importGroups: ImportKindDefinition = {
  targets: () => Promise.resolve(['id', 'name', 'description']),
  required: [['id', 'name']],

  async plan(rows, context) {
    const known = await knownGroups(context.reader, rows, 'id', 'name')
    return rows.map((row) => planGroup(row, known(row.values['id'] || row.values['name'] || ''), context))
  },

  async apply(tx, { action, targetId, before, after }) {
    if (action === 'CREATE') return createGroup(tx, after as Profile)
    const group = await groups.get(tx, targetId ?? '')
    if (!group) throw notFound(targetId ?? '', 'UserGroup')
    if (!areAs(profileOf(group), before)) throw invalid('profile', 'was changed by somebody else since the check')
    await replaceGroup(tx, group.id, { ...profileOf(group), ...after })
    return group.id
  },

  async revert(tx, { action, targetId, before, after }) {
    const group = await groups.get(tx, targetId ?? '')
    if (!group || !areAs(profileOf(group), after)) return false
    if (action === 'UPDATE') await replaceGroup(tx, group.id, { ...profileOf(group), ...before })
    else await deleteGroup(tx, group.id)
    return true
  },
}

/**
 * The groups that some rows name, by id or by name. An imported group may have the name of another one, which then comes first: its own
 * application writes it.
 */
export async function knownGroups(
  reader: Reader,
  rows: readonly MappedRow[],
  ...targets: readonly string[]
): Promise<(name: string) => GroupRecord | undefined> {
  const names = JSON.stringify(targets.flatMap((target) => rows.map(({ values }) => values[target] ?? '')))
  const tail = `WHERE id IN (SELECT value FROM json_each(?1)) OR name IN (SELECT value FROM json_each(?1))
    ORDER BY type <> 'APP_GROUP'`
  const found = new Map<string, GroupRecord>()
  for (const group of await groups.all(reader, tail, [names]))
    found.set(group.name.toLowerCase(), group).set(group.id.toLowerCase(), group)
  return (name) => found.get(name.toLowerCase())
}

function planGroup({ line, values }: MappedRow, group: GroupRecord | undefined, context: PlanContext): PlannedRow {
  const { options } = context
  const { id = '', name = '', description } = values
  const shown = name || group?.name || id
  if (!shown) return invalidRow(line, '', 'names neither a group nor an id')
  const again = repeated(context, line, `name ${shown.toLowerCase()}`, group && `id ${group.id}`)
  if (again) return invalidRow(line, shown, again)
  if (!group && id) return invalidRow(line, shown, `id: ${id} is no group of this organization`)
  if (group && group.type !== 'SVC_GROUP') return invalidRow(line, shown, 'is no group that can be changed here')
  if (!group && !options.create)
    return invalidRow(line, shown, 'is no group of this organization, and new ones are not to be made')
  const isGiven = description !== undefined && (options.clear || description !== '')
  const wanted = { ...(name && { name }), ...(isGiven && { description: description || null }) }
  const current = group ? profileOf(group) : {}
  const parsed = groupWriteSchema.safeParse({ profile: { ...current, ...wanted } })
  if (!parsed.success)
    return invalidRow(
      line,
      shown,
      ...parsed.error.issues.map(({ path, message }) => `${path.at(-1) as string}: ${message}`),
    )
  const row = { line, name: shown, problems: [] }
  if (!group) return { ...row, action: 'CREATE', targetId: null, before: null, after: parsed.data.profile }
  const change = options.update ? differences(current, wanted) : null
  if (!change) return { ...row, action: 'UNCHANGED', targetId: group.id, before: null, after: null }
  return { ...row, action: 'UPDATE', targetId: group.id, ...change }
}
