import { invalid, notFound } from '#contract/interface/api-error.ts'
import { groupWriteSchema, type GroupProfile } from '#contract/directory/group.ts'
import type { ImportOptions, ImportProblem } from '#contract/directory/directory-import.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { createGroup, deleteGroup, replaceGroup } from '../groups.ts'
import { assertValidGroupProfile } from '../profile-rules.ts'
import {
  groupSchemas,
  problemAt,
  problemsOf,
  targetsOf,
  textAttributes,
  wantedValues,
  type Attributes,
} from './attributes.ts'
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
import { groupsNamed } from './imports.sql.ts'

const profileOf = ({ name, description, profile }: GroupRecord): GroupProfile => ({ name, description, ...profile })

/** Groups of this organization, or of the application that is the source, found by their id or their name. */
export const importGroups: ImportKindDefinition = {
  targets: async (reader) => targetsOf(await groupSchemas(reader), 'group'),
  required: [['id', 'name']],

  async plan(rows, context) {
    const known = await knownGroups(context, rows, 'id', 'name')
    const [attributes = {}] = (await groupSchemas(context.reader)).values()
    const planned: PlannedRow[] = []
    for (const row of rows) planned.push(await planGroup(row, known, attributes, context))
    return planned
  },

  apply: oneByOne(async (tx, { action, targetId, before, after }, { source }) => {
    if (action === 'CREATE') return { targetId: await createGroup(tx, after as GroupProfile, source) }
    const group = await groups.get(tx, targetId ?? '')
    if (!group) throw notFound(targetId ?? '', 'UserGroup')
    if (!areAs(profileOf(group), before)) throw invalid('profile', 'was changed by somebody else since the check')
    await replaceGroup(tx, group.id, { ...profileOf(group), ...after }, source)
    return { targetId: group.id }
  }),

  async revert(tx, { action, targetId, before, after }, { source }) {
    const group = await groups.get(tx, targetId ?? '')
    if (!group || !areAs(profileOf(group), after)) return false
    if (action === 'UPDATE') await replaceGroup(tx, group.id, { ...profileOf(group), ...before }, source)
    else await deleteGroup(tx, group.id)
    return true
  },
}

type Find = (name: string) => GroupRecord | undefined

/**
 * The groups that some rows name, by id or by name: with a source those of that application. An imported group may have the name of
 * another one, which comes first where no source is named.
 */
export async function knownGroups(
  { reader, options: { source } }: Pick<PlanContext, 'reader' | 'options'>,
  rows: readonly MappedRow[],
  ...targets: readonly string[]
): Promise<Find> {
  const names = targets.flatMap((target) => rows.map(({ values }) => values[target] ?? ''))
  const found = new Map<string, GroupRecord>()
  for (const group of await groupsNamed(reader, names, source))
    found.set(group.name.toLowerCase(), group).set(group.id.toLowerCase(), group)
  return (name) => found.get(name.toLowerCase())
}

/** By id any group; by its name one of the application that is the source, or of this organization, which may name one alike. */
function foundBy(find: Find, id: string, name: string, { source }: ImportOptions): GroupRecord | undefined {
  const found = find(id || name)
  return !id && source === null && found?.type === 'APP_GROUP' ? undefined : found
}

async function planGroup(
  { line, values }: MappedRow,
  find: Find,
  attributes: Attributes,
  context: PlanContext,
): Promise<PlannedRow> {
  const { options, reader } = context
  const { id = '', ...cells } = values
  const { name = '' } = cells
  const group = foundBy(find, id, name, options)
  const shown = name || group?.name || id
  if (!shown) return invalidRow(line, '', 'names neither a group nor an id')
  const sharesName = options.source === null && group?.type === 'APP_GROUP'
  const again = repeated(context, line, !sharesName && `name ${shown.toLowerCase()}`, group && `id ${group.id}`)
  if (again) return invalidRow(line, shown, again)
  if (!group && id) return invalidRow(line, shown, problemAt('id', `${id} is no group of this organization`))
  const other = foundBy(find, '', name, options)
  if (group && other && other.id !== group.id && name.toLowerCase() !== group.name.toLowerCase())
    return invalidRow(line, shown, problemAt('name', `another group has the name ${name}`))
  if (!group && !options.create)
    return invalidRow(line, shown, 'is no group of this organization, and new ones are not to be made')
  const { source } = options
  const known = source === null ? attributes : textAttributes(Object.keys(cells))
  const wanted = wantedValues(cells, known, group !== undefined && options.clear)
  const current = group ? profileOf(group) : {}
  const row = { line, name: shown, problems: [] }
  const change = group && options.update ? differences(current, wanted) : null
  if (group && !change) return { ...row, action: 'UNCHANGED', targetId: group.id, before: null, after: null }
  if (group && source === null && group.type !== 'SVC_GROUP') return invalidRow(line, shown, FIXED[group.type])
  const profile = { ...current, ...wanted }
  const problems = [
    ...baseProblems(profile),
    ...(source === null ? await customProblems(reader, profile as GroupProfile, group) : textProblems(profile)),
  ]
  if (problems.length > 0) return invalidRow(line, shown, ...problems)
  if (!group || !change) return { ...row, action: 'CREATE', targetId: null, before: null, after: profile }
  return { ...row, action: 'UPDATE', targetId: group.id, ...change }
}

/** Why a group cannot be changed by an import without a source. */
const FIXED = {
  BUILT_IN: 'is no group that can be changed here',
  APP_GROUP: 'comes from its application; name that as the source',
} as const

/** Of the properties that an application gave its group. */
const textProblems = (profile: Values): ImportProblem[] =>
  Object.entries(profile).flatMap(([name, value]) =>
    typeof value === 'string' && value.length > LIMITS.attributeTextLength
      ? [problemAt(name, `must have at most ${LIMITS.attributeTextLength} characters`)]
      : [],
  )

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
