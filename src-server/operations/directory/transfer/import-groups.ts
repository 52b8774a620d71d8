import { invalid, notFound } from '#contract/interface/api-error.ts'
import { groupWriteSchema, type GroupProfile } from '#contract/directory/group.ts'
import type { ImportProblem } from '#contract/directory/directory-import.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { createGroup, deleteGroup, replaceGroup } from '../groups.ts'
import { assertValidGroupProfile } from '../profile-rules.ts'
import { groupSchemas, problemAt, problemsOf, targetsOf, wantedValues, type Attributes } from './attributes.ts'
import {
  areAs,
  differences,
  invalidRow,
  oneByOne,
  repeated,
  type ImportKindDefinition,
  type MappedRow,
  type PlanContext,
  type PlannedRow,
  type Values,
} from './import-kind.ts'

const profileOf = ({ name, description, profile }: GroupRecord): GroupProfile => ({ name, description, ...profile })

/** Groups of this organization, found by their id or their name. */
export const importGroups: ImportKindDefinition = {
  targets: async (reader) => targetsOf(await groupSchemas(reader), 'group'),
  required: [['id', 'name']],

  async plan(rows, context) {
    const known = await knownGroups(context.reader, rows, 'id', 'name')
    const [attributes = {}] = (await groupSchemas(context.reader)).values()
    const planned: PlannedRow[] = []
    for (const row of rows) planned.push(await planGroup(row, known, attributes, context))
    return planned
  },

  apply: oneByOne(async (tx, { action, targetId, before, after }) => {
    if (action === 'CREATE') return createGroup(tx, after as GroupProfile)
    const group = await groups.get(tx, targetId ?? '')
    if (!group) throw notFound(targetId ?? '', 'UserGroup')
    if (!areAs(profileOf(group), before)) throw invalid('profile', 'was changed by somebody else since the check')
    await replaceGroup(tx, group.id, { ...profileOf(group), ...after })
    return group.id
  }),

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

async function planGroup(
  { line, values }: MappedRow,
  known: (name: string) => GroupRecord | undefined,
  attributes: Attributes,
  context: PlanContext,
): Promise<PlannedRow> {
  const { options, reader } = context
  const { id = '', ...cells } = values
  const { name = '' } = cells
  const group = known(id || name)
  const shown = name || group?.name || id
  if (!shown) return invalidRow(line, '', 'names neither a group nor an id')
  const again = repeated(context, line, `name ${shown.toLowerCase()}`, group && `id ${group.id}`)
  if (again) return invalidRow(line, shown, again)
  if (!group && id) return invalidRow(line, shown, problemAt('id', `${id} is no group of this organization`))
  if (group && group.type !== 'SVC_GROUP') return invalidRow(line, shown, 'is no group that can be changed here')
  const other = known(name)
  if (group && other && other.id !== group.id)
    return invalidRow(line, shown, problemAt('name', `another group has the name ${name}`))
  if (!group && !options.create)
    return invalidRow(line, shown, 'is no group of this organization, and new ones are not to be made')
  const wanted = wantedValues(cells, attributes, group !== undefined && options.clear)
  const current = group ? profileOf(group) : {}
  const profile = { ...current, ...wanted }
  const problems = [...baseProblems(profile), ...(await customProblems(reader, profile as GroupProfile, group))]
  if (problems.length > 0) return invalidRow(line, shown, ...problems)
  const row = { line, name: shown, problems: [] }
  if (!group) return { ...row, action: 'CREATE', targetId: null, before: null, after: profile }
  const change = options.update ? differences(current, wanted) : null
  if (!change) return { ...row, action: 'UNCHANGED', targetId: group.id, before: null, after: null }
  return { ...row, action: 'UPDATE', targetId: group.id, ...change }
}

function baseProblems(profile: Values): ImportProblem[] {
  const { error } = groupWriteSchema.safeParse({ profile })
  return (error?.issues ?? []).map(({ path, message }) => problemAt(String(path.at(-1)), message))
}

/** Of the attributes that the schema of groups asks for; those of every group were asked already. */
async function customProblems(reader: Reader, profile: GroupProfile, group: GroupRecord | undefined) {
  const before = group && { profile: { ...group.profile, name: group.name, description: group.description } }
  const problems = await problemsOf(assertValidGroupProfile(reader, profile, before))
  return problems.filter(({ field }) => field !== 'name' && field !== 'description')
}
