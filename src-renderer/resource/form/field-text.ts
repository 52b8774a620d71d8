import type { EntityKind } from '#ui/domain/kinds.ts'
import { getIn } from '#ui/lib/tree.ts'
import { choicesOf, type Draft, type FieldSpec } from './field-specs.ts'
import { visibleFields } from './form-body.ts'

/** A value of a form as words: more than one line where it is a list. */
interface FieldFact {
  path: string
  label: string
  /** Empty where nothing is set. */
  lines: readonly string[]
  mono: boolean
  /** The lines are ids of objects of it. */
  kind?: EntityKind
}

/** What a field holds, in the words of its form; null for what has no value of its own, such as a note. */
function linesOf(field: FieldSpec, draft: Draft): readonly string[] | null {
  const value = getIn(draft, field.path)
  const labels = (options: Parameters<typeof choicesOf>[0]) =>
    new Map(choicesOf(options, draft).map((option) => [option.value, option.label]))
  const text = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one))
  if (field.control === 'heading' || field.control === 'note') return null
  if (field.control === 'switch') return [value === (field.on ?? true) ? 'Yes' : 'No']
  if (field.control === 'own') return field.lines?.(value) ?? null
  if (value === undefined || value === null || value === '')
    return field.control === 'choice' && field.none ? [field.none] : []
  if (field.control === 'choice' || field.control === 'radio')
    return [labels(field.options).get(text(value)) ?? text(value)]
  if (field.control === 'many') {
    const known = labels(field.options)
    return Array.isArray(value) ? value.map((one) => known.get(text(one)) ?? text(one)) : []
  }
  if (field.control === 'entity') return [value].flat().map(text)
  if (field.control === 'number') return [[text(value), field.unit].filter(Boolean).join(' ')]
  if (field.control === 'text' && field.secret) return []
  return [text(value)]
}

/** An object in the words of the form that edits it: the fields that the form would show, with their values. */
export function fieldFacts(fields: readonly FieldSpec[], draft: Draft): FieldFact[] {
  return visibleFields(fields, draft).flatMap((field): FieldFact[] => {
    const lines = linesOf(field, draft)
    const mono = field.control === 'text' && field.mono === true
    const kind = field.control === 'entity' ? { kind: field.kind } : {}
    return lines ? [{ path: field.path, label: field.label, lines, mono, ...kind }] : []
  })
}
