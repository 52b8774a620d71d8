import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { isOneOf, optionsOf, type Draft, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import type { SchemaTraits } from './schema-source.ts'

type Governed = Pick<SchemaAttribute, 'permissions' | 'master'>
type SelfAction = NonNullable<SchemaAttribute['permissions']>[number]['action']
type MasterType = NonNullable<SchemaAttribute['master']>['type']

/** What people may do with their own value. */
const SELF_LABELS: Readonly<Record<SelfAction, string>> = {
  READ_WRITE: 'Read and change',
  READ_ONLY: 'Read',
  HIDE: 'Hidden',
}
/** Where values come from. */
const MASTER_LABELS: Readonly<Record<MasterType, string>> = {
  PROFILE_MASTER: 'As the whole profile',
  SVC: 'This organization',
  OVERRIDE: 'Applications, in an order',
}

/** What people may do with their own value, and where values come from. */
export function governanceFields({ governsSelf, hasMaster }: SchemaTraits): FieldSpec[] {
  const self: FieldSpec = {
    ...{ path: 'self', label: 'Self-service', control: 'choice', required: true },
    options: optionsOf(Object.keys(SELF_LABELS), SELF_LABELS),
    help: 'What people may do with their own value.',
  }
  const master: FieldSpec[] = [
    {
      ...{ path: 'master', label: 'Source of values', control: 'choice', required: true },
      options: optionsOf(Object.keys(MASTER_LABELS), MASTER_LABELS),
    },
    {
      ...{ path: 'priority', label: 'Applications', control: 'entity', kind: 'app', multiple: true, wide: true },
      help: 'The first one that has a value gives it.',
      when: isOneOf('master', 'OVERRIDE'),
    },
  ]
  return [...(governsSelf ? [self] : []), ...(hasMaster ? master : [])]
}

/** A draft's part of it, of a new attribute as the service would fill it in. */
export function governanceDraft({ governsSelf, hasMaster }: SchemaTraits, attribute: Governed = {}): Draft {
  const { permissions, master } = attribute
  return {
    ...(governsSelf ? { self: permissions?.[0]?.action ?? 'READ_ONLY' } : {}),
    ...(hasMaster
      ? { master: master?.type ?? 'PROFILE_MASTER', priority: (master?.priority ?? []).map(({ value }) => value) }
      : {}),
  }
}

/** The part of the definition that a draft makes. @param before as it is: sources that rank beside applications stay as they were */
export function governanceOf(draft: Draft, before: Governed = {}): Governed {
  const { self, master } = draft as { self?: SelfAction; master?: MasterType }
  const known = before.master?.priority ?? []
  const priority = ((draft['priority'] ?? []) as string[]).map(
    (value) => known.find((one) => one.value === value) ?? { type: 'APP', value },
  )
  return {
    ...(self ? { permissions: [{ principal: 'SELF', action: self }] } : {}),
    ...(master ? { master: { type: master, ...(master === 'OVERRIDE' && priority.length ? { priority } : {}) } } : {}),
  }
}

const SELF_TAGS: Partial<Record<SelfAction, string>> = { READ_WRITE: 'Self-service', HIDE: 'Hidden' }
const MASTER_TAGS: Partial<Record<MasterType, string>> = { SVC: 'Set here', OVERRIDE: 'From applications' }

/** What is other than usual: that people see their own value, which comes from where the profile comes from. */
export const governanceTags = ({ permissions, master }: Governed): string[] =>
  [SELF_TAGS[permissions?.[0]?.action ?? 'READ_ONLY'], MASTER_TAGS[master?.type ?? 'PROFILE_MASTER']].filter(
    (tag) => tag !== undefined,
  )
