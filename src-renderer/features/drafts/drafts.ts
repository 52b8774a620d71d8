import { draftWriteSchema, type Draft } from '#contract/gatehouse/draft.ts'
import { api } from '#ui/api/client.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'
import { counted } from '#ui/lib/numbers.ts'
import type { Editable } from '#ui/resource/define-resource.ts'
import { NAME_FIELD, type ObjectForm } from '#ui/resource/form/field-specs.ts'

/** What the dialog that makes or renames a draft needs of drafts. */
export const drafts: Editable<Draft> = {
  one: 'draft',
  nameOf: ({ name }) => name,
  stepsOf: () => null,
  create: (body) => api.call('createDraft', { body: body as { name: string } }),
  replace: (id, body) => api.call('replaceDraft', { params: { draftId: id }, body: body as { name: string } }),
}

/** The form of a draft. */
export const draftForm: ObjectForm<Draft> = {
  width: 480,
  blank: () => ({ name: '' }),
  draftOf: ({ name }) => ({ name }),
  check: problemsBy(draftWriteSchema),
  fields: [{ ...NAME_FIELD, placeholder: 'Tighten Payroll', help: 'What is to be changed in it.' }],
}

/** How much was changed in a draft. */
export const changesText = ({ changes }: Pick<Draft, 'changes'>): string =>
  changes === null ? '' : changes === 0 ? 'None yet' : counted(changes, 'change')
