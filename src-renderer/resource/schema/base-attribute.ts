import type { BaseAttributeWrite, SchemaAttribute } from '#contract/directory/profile-schema.ts'
import type { Draft, FieldSpec } from '#ui/resource/form/field-specs.ts'
import { PATTERN_FIELD, REQUIRED_FIELD } from './attribute-form.ts'
import { governanceDraft, governanceFields, governanceOf } from './governance.ts'
import type { SchemaTraits } from './schema-source.ts'

const takesPattern = (name: string, { hasLogin }: SchemaTraits) => hasLogin && name === 'login'

/** The form of a base attribute: the little that an organization may change of one. */
export const baseAttributeFields = (name: string, traits: SchemaTraits): FieldSpec[] => [
  ...(takesPattern(name, traits) ? [PATTERN_FIELD] : []),
  ...governanceFields(traits),
  REQUIRED_FIELD,
]

/** The draft of a base attribute as it is now. */
export const baseAttributeDraft = (
  traits: SchemaTraits,
  { required, pattern, ...attribute }: SchemaAttribute,
): Draft => ({
  ...{ type: attribute.type, required: required === true, pattern: pattern ?? '' },
  ...governanceDraft(traits, attribute),
})

/** The change that a draft makes; a pattern that was emptied goes. */
export function baseAttributeOf(
  name: string,
  traits: SchemaTraits,
  draft: Draft,
  before: SchemaAttribute,
): BaseAttributeWrite {
  const pattern = typeof draft['pattern'] === 'string' && draft['pattern'] !== '' ? draft['pattern'] : null
  return {
    required: draft['required'] === true,
    ...(takesPattern(name, traits) ? { pattern } : {}),
    ...governanceOf(draft, before),
  }
}
