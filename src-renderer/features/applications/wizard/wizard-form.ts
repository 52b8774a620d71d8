import { catalogueEntry } from '#contract/apps/catalogue/catalogue.ts'
import { modeLabel } from '#contract/apps/sign-on-modes.ts'
import { optionsOf, type Draft, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { DEFAULT_FIELDS } from '../forms/default-fields.ts'
import { withDefaults, withoutFormerDefaults } from '../forms/defaults.ts'
import { LABEL_FIELD } from '../forms/general-fields.ts'
import { NEEDED_FIELDS } from '../forms/needed-fields.ts'

const modesOf = ({ name }: Draft) => catalogueEntry(typeof name === 'string' ? name : undefined)?.modes ?? []

/** An application of the catalogue may have more than one way in. */
const MODE_FIELD: FieldSpec = {
  path: 'signOnMode',
  label: 'Sign-on mode',
  control: 'choice',
  required: true,
  options: (draft) =>
    optionsOf(modesOf(draft).flatMap((mode) => mode ?? [])).map(({ value }) => ({
      value,
      label: modeLabel(value as never),
    })),
  when: (draft) => modesOf(draft).filter((mode) => mode !== null).length > 1,
  help: 'How people get into it. It cannot be changed later.',
}

/** The step before chose it, with all that goes with it. */
const CHOSEN = 'settings.oauthClient.application_type'
/** What has to be said of an application before it can be made. */
export const FIRST_FIELDS: readonly FieldSpec[] = [
  LABEL_FIELD,
  MODE_FIELD,
  ...NEEDED_FIELDS.filter(({ path }) => path !== CHOSEN),
]
/** WHY without the mode: hidden fields are not sent, and it is said also where there is no choice. */
const SENT: readonly FieldSpec[] = [LABEL_FIELD, ...NEEDED_FIELDS, ...DEFAULT_FIELDS]

/** A draft in which every setting that it shows holds a value, where there is a default. */
export const completed = (draft: Draft): Draft => withDefaults(draft, DEFAULT_FIELDS)

/** A draft after a change, with the defaults of what it is now. */
export const recompleted = (draft: Draft, former: Draft): Draft =>
  completed(withoutFormerDefaults(draft, former, DEFAULT_FIELDS))

/** The request that a draft makes; one without single sign-on says no mode. */
export function requestOf(draft: Draft): Draft {
  const { signOnMode, ...rest } = bodyOf(SENT, draft)
  return typeof signOnMode === 'string' ? { ...rest, signOnMode } : rest
}
