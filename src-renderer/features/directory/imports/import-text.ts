import type {
  DirectoryImport,
  DirectoryImportRow,
  ImportFormat,
  ImportKind,
  ImportOptions,
  ImportProblem,
  ImportTarget,
  RowAction,
} from '#contract/directory/directory-import.ts'
import type { ImportReview } from '#contract/gatehouse/change-review.ts'
import { ATTRIBUTE_NAME } from '#contract/directory/profile-schema.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { Check, CircleAlert, CircleDashed, LoaderCircle, Pencil, Plus, Undo2, Upload } from '@lucide/vue'
import type { StatusMeta } from '#ui/domain/status-labels.ts'
import { count, counted } from '#ui/lib/numbers.ts'
import { impactText } from '#ui/resource/review/impact-text.ts'

/** Files that can hold an import, as a chooser of files takes them. */
export const IMPORT_FILES = '.csv,.tsv,.txt,.ndjson,.jsonl,.json'

/** What each kind of file is called, and what it is about. */
export const KIND_TEXT: Readonly<Record<ImportKind, { label: string; help: string; one: string; many: string }>> = {
  users: {
    label: 'People',
    help: 'A row for each person, found by login or id.',
    one: 'person',
    many: 'people',
  },
  groups: {
    label: 'Groups',
    help: 'A row for each group, found by name or id.',
    one: 'group',
    many: 'groups',
  },
  memberships: {
    label: 'Group memberships',
    help: 'A row for each person in a group.',
    one: 'membership',
    many: 'memberships',
  },
}

/** What each format is called. */
export const FORMAT_TEXT: Readonly<Record<ImportFormat, string>> = {
  CSV: 'CSV',
  NDJSON: 'NDJSON',
  SCIM: 'SCIM 2.0',
}

/** Word, tone and icon of each state. */
export const STATE_META: Readonly<Record<DirectoryImport['state'], StatusMeta>> = {
  UPLOADED: { word: 'Uploaded', tone: 'neutral', icon: Upload },
  CHECKING: { word: 'Checking', tone: 'accent', icon: LoaderCircle },
  CHECKED: { word: 'Checked', tone: 'accent', icon: CircleDashed },
  APPLYING: { word: 'Applying', tone: 'accent', icon: LoaderCircle },
  APPLIED: { word: 'Applied', tone: 'success', icon: Check },
  REVERTING: { word: 'Undoing', tone: 'accent', icon: LoaderCircle },
  REVERTED: { word: 'Undone', tone: 'neutral', icon: Undo2 },
}

/** States in which a job works at an import. */
export const BUSY: ReadonlySet<DirectoryImport['state']> = new Set(['CHECKING', 'APPLYING', 'REVERTING'])

/** What each action of a row is called, and how it is shown. */
export const ACTION_META: Readonly<Record<RowAction, StatusMeta>> = {
  CREATE: { word: 'Created', tone: 'success', icon: Plus },
  UPDATE: { word: 'Updated', tone: 'accent', icon: Pencil },
  UNCHANGED: { word: 'Unchanged', tone: 'neutral', icon: Check },
  INVALID: { word: 'Cannot be imported', tone: 'danger', icon: CircleAlert },
}

/** "12 created · 3 updated · 1 unchanged"; of memberships who joins and leaves. */
export function countsText({ kind, options, counts }: Pick<DirectoryImport, 'kind' | 'options' | 'counts'>): string {
  const { create, update, unchanged, invalid } = counts
  const changed =
    kind === 'memberships'
      ? [[create + update, options.remove ? 'removed' : 'added'] as const]
      : [[create, 'created'] as const, [update, 'updated'] as const]
  const parts = [...changed, [unchanged, 'unchanged'] as const, [invalid, 'cannot be imported'] as const]
  return parts.flatMap(([value, word]) => (value ? [`${count(value)} ${word}`] : [])).join(' · ') || 'No rows'
}

/** How many rows of an import change something. */
export const changing = ({ counts }: Pick<DirectoryImport, 'counts'>) => counts.create + counts.update

/** A problem with its field. */
const problemText = ({ field, message }: ImportProblem) => (field === null ? message : `${field}: ${message}`)

/** What a row changes, in a line: "department: Sales → Legal". */
export function changeText({ action, before, after, problems }: DirectoryImportRow): string {
  if (problems.length > 0) return problems.map(problemText).join(' · ')
  if (action !== 'UPDATE' || !before || !after) return ''
  return Object.keys(after)
    .map((name) => `${name}: ${cell(before[name])} → ${cell(after[name])}`)
    .join(' · ')
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The options of an import that are switched, with what they do, by the kinds that they apply to. */
export const OPTION_FIELDS: readonly {
  key: Exclude<keyof ImportOptions, 'source'>
  label: string
  help: string
  kinds: readonly ImportKind[]
}[] = [
  {
    key: 'create',
    label: 'Create new ones',
    help: 'A row without a counterpart makes one.',
    kinds: ['users', 'groups'],
  },
  {
    key: 'update',
    label: 'Update known ones',
    help: 'A row with a counterpart changes it.',
    kinds: ['users', 'groups'],
  },
  { key: 'activate', label: 'Activate new people', help: 'Otherwise they are staged.', kinds: ['users'] },
  {
    key: 'clear',
    label: 'Empty cells remove values',
    help: 'Otherwise an empty cell leaves a value as it is.',
    kinds: ['users', 'groups'],
  },
  {
    key: 'remove',
    label: 'Remove instead of add',
    help: 'The rows name who leaves a group.',
    kinds: ['memberships'],
  },
]

/** What the field of the source says of each kind; people have none. */
export const SOURCE_HELP: Readonly<Partial<Record<ImportKind, string>>> = {
  groups: 'Groups of an application: further columns become properties of theirs. Empty: groups of this organization.',
  memberships: 'Of groups that an application brought in. Empty: of groups of this organization.',
}

/** The property that a column of an application's groups becomes where no schema has it; null where that has another meaning. */
export function propertyOf(column: string, targets: readonly Pick<ImportTarget, 'name'>[]): string | null {
  const name = column
    .trim()
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, LIMITS.attributeNameLength)
  const isTaken = targets.some((target) => target.name.toLowerCase() === name.toLowerCase())
  return ATTRIBUTE_NAME.test(name) && !isTaken ? name : null
}

/** What a target is called in the list of choices. */
export function targetLabel({ name, title, required, custom }: ImportTarget): string {
  const notes = [...(required ? ['required'] : []), ...(custom ? ['custom'] : [])]
  return `${title} (${[name, ...notes].join(', ')})`
}

/**
 * What is missing in a mapping: without a key nothing can be checked; without what new objects need, rows that make one cannot be imported.
 */
export function missingIn(
  { needs, targets, options, kind }: Pick<DirectoryImport, 'needs' | 'targets' | 'options' | 'kind'>,
  mapping: Readonly<Record<string, string | null>>,
): { keys: string[]; required: string[] } {
  const taken = new Set(Object.values(mapping))
  const titleOf = (name: string) => targets.find((target) => target.name === name)?.title ?? name
  const keys = needs
    .filter((names) => !names.some((name) => taken.has(name)))
    .map((names) => names.map(titleOf).join(' or '))
  const isNeeded = kind !== 'memberships' && options.create
  const required = targets.filter(({ name, required: needed }) => isNeeded && needed && !taken.has(name))
  return { keys, required: required.map(({ title }) => title) }
}

/** The format that the name of a file speaks for. */
export function formatOf(name: string): ImportFormat | null {
  const lower = name.toLowerCase()
  if (/\.(csv|tsv|txt)$/.test(lower)) return 'CSV'
  if (/scim/.test(lower) && /\.(json|ndjson|jsonl)$/.test(lower)) return 'SCIM'
  return /\.(json|ndjson|jsonl)$/.test(lower) ? 'NDJSON' : null
}

/** What an undo does, before it is begun. */
export function undoText({ kind, options, counts, applied }: DirectoryImport): string {
  if (kind === 'memberships')
    return options.remove
      ? `${counted(applied, 'membership')} that it removed are added again.`
      : `${counted(applied, 'membership')} that it added are removed again.`
  const { one, many } = KIND_TEXT[kind]
  const parts = [
    ...(counts.create ? [`${counted(counts.create, one, many)} that it created are deleted`] : []),
    ...(counts.update ? [`${counted(counts.update, one, many)} that it updated get their former values`] : []),
  ]
  const text = parts.join('; ')
  return `${text}. Anything that was changed after the import stays as it is.`
}

/** "2 of 159 people are affected.", with how much of the import that is about, where it is not all. */
export function reviewText({
  rows,
  ...review
}: Pick<ImportReview, 'affected' | 'considered' | 'notes' | 'rows'>): string {
  const text = impactText(review)
  if (rows.judged >= rows.changing) return text
  const part = `Only the first ${count(rows.judged)} of ${count(rows.changing)} rows that change something were judged:`
  return `${part} ${text[0]?.toLowerCase()}${text.slice(1)}`
}
