import { canonical } from '#contract/interface/canonical.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { settingsParts } from '#contract/apps/app-kinds.ts'
import { modeRow } from '#contract/apps/sign-on-modes.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import type { Draft, FieldSpec } from '#ui/resource/form/field-specs.ts'
import { fieldFacts } from '#ui/resource/form/field-text.ts'
import { visibleFields } from '#ui/resource/form/form-body.ts'
import { kindOf } from './when.ts'

/** What the service makes of an application in which nothing but its kind, its type and its grants is said. */
export function defaultsOf(draft: Draft): Draft {
  const { signOnMode, name = modeRow(signOnMode)?.name ?? '' } = kindOf(draft)
  const parts = Object.keys(settingsParts({ signOnMode, name })).map((part) => [part, {}])
  const said = ['application_type', 'grant_types'].reduce<Draft>(
    (made, key) => {
      const path = `settings.oauthClient.${key}`
      const value = getIn(draft, path)
      return value === undefined ? made : setIn(made, path, value)
    },
    { settings: Object.fromEntries(parts) },
  )
  return { signOnMode, name, ...appDefinition({ signOnMode, name }, said) }
}

/** A draft in which fields that nothing was said of hold their defaults. */
export function withDefaults(draft: Draft, fields: readonly FieldSpec[]): Draft {
  const defaults = defaultsOf(draft)
  return visibleFields(fields, draft).reduce((made, { path }) => {
    const standard = getIn(defaults, path)
    const isOpen = getIn(made, path) === undefined && standard !== undefined && standard !== null
    return isOpen ? setIn(made, path, standard) : made
  }, draft)
}

/**
 * A changed draft without the defaults of what it was before: those of another type of client, of other grants or of another mode were not
 * chosen by anybody, and would be sent as if they were.
 */
export function withoutFormerDefaults(draft: Draft, former: Draft, fields: readonly FieldSpec[]): Draft {
  const [before, now] = [defaultsOf(former), defaultsOf(draft)]
  const isSame = (one: unknown, other: unknown) => canonical(one ?? null) === canonical(other ?? null)
  if (isSame(before, now)) return draft
  return fields.reduce((made, { path }) => {
    const [standard, value] = [getIn(before, path), getIn(made, path)]
    const isLeft = value !== undefined && isSame(value, standard) && isSame(value, getIn(former, path))
    return isLeft && !isSame(standard, getIn(now, path)) ? setIn(made, path, undefined) : made
  }, draft)
}

/** Controls whose value a sentence can say. */
const SAID: ReadonlySet<FieldSpec['control']> = new Set(['text', 'number', 'choice', 'switch', 'many'])

/** Fields whose help says what they start with. */
export function explained(fields: readonly FieldSpec[], object: object): FieldSpec[] {
  const draft = object as Draft
  const facts = new Map(fieldFacts(fields, { ...draft, ...defaultsOf(draft) }).map(({ path, lines }) => [path, lines]))
  return fields.map((field) => {
    const lines = facts.get(field.path) ?? []
    const help = [field.help, `Default: ${lines.join(', ')}.`].filter(Boolean).join(' ')
    return SAID.has(field.control) && lines.length > 0 ? { ...field, help } : field
  })
}
