import { z } from 'zod'
import { getIn, isEmpty, isWithin, setIn } from '#ui/lib/tree.ts'
import type { Draft, FieldSpec, ObjectForm } from './field-specs.ts'

const shown = (field: FieldSpec, draft: Draft) => !field.when || field.when(draft)

/** The fields that a form shows now. */
export function visibleFields(fields: readonly FieldSpec[], draft: Draft): FieldSpec[] {
  return fields.filter((field) => shown(field, draft))
}

/** Takes away objects that nothing is left in, such as `settings: {}`, because they would be refused or mean nothing. */
function withoutHollows(draft: Draft, path: string): Draft {
  const parent = path.split('.').slice(0, -1).join('.')
  if (!parent) return draft
  const left = getIn(draft, parent)
  const hollow = typeof left === 'object' && left !== null && !Array.isArray(left) && Object.keys(left).length === 0
  return hollow ? withoutHollows(setIn(draft, parent, undefined), parent) : draft
}

/** With another value; where it is taken away, what nothing is left in goes with it. */
const withValue = (draft: Draft, path: string, value?: unknown) => withoutHollows(setIn(draft, path, value), path)

/**
 * The body that a draft makes: what is hidden or empty is left out, but for required texts, which the service refuses
 * beside their field; what no field shows stays as it was.
 * @param stored what the draft began with, where it edits an object: what was hidden then, and is so still, stays as it was, for no one
 * has seen it go
 */
export function bodyOf(fields: readonly FieldSpec[], draft: Draft, stored?: Draft): Draft {
  const visible = visibleFields(fields, draft)
  const wasHidden = (field: FieldSpec) => stored !== undefined && !shown(field, stored)
  // Another field may show the same value, a part of it, or all that it is part of.
  const isHeld = (path: string) => visible.some((field) => isWithin(field.path, path) || isWithin(path, field.path))
  return fields.reduce<Draft>((body, field) => {
    const { path } = field
    const value = getIn(draft, path)
    const required = field.control === 'text' && field.required === true
    if (shown(field, draft)) return required || !isEmpty(value) ? body : withValue(body, path)
    if (isHeld(path)) return body
    if (!wasHidden(field)) return withValue(body, path)
    // WHY not as the draft has it: that may be what was typed while the field was seen.
    const was = getIn(stored, path)
    return value === undefined || value === was ? body : withValue(body, path, was)
  }, draft)
}

/** The request that a form makes of a draft. @param stored as `bodyOf` takes it */
export const requestOf = ({ bodyOf: make, fields }: Sending, draft: Draft, stored?: Draft): object =>
  make?.(draft, stored) ?? bodyOf(fields, draft, stored)
type Sending = Pick<ObjectForm<never>, 'fields' | 'bodyOf'>

/** What was kept of a draft: any object, since a form holds what its fields give it. */
export const draftSchema = z.record(z.string(), z.unknown())

/** A draft as it may be kept: without the values of secret fields. */
export function withoutSecretFields(fields: readonly FieldSpec[], draft: Draft): Draft {
  const secret = fields.filter((field) => field.control === 'text' && field.secret === true)
  return secret.reduce((kept, { path }) => setIn(kept, path, undefined), draft)
}
