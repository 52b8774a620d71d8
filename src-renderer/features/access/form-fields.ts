import type { EntityKind } from '../../app/places.ts'

/** A JSON object that a form edits. */
export type Draft = Record<string, unknown>

export interface Option {
  value: string
  label: string
}

interface Base {
  /** Dotted path in the draft, which is also where the service's causes point. */
  path: string
  label: string
  help?: string
  /** Set once the object exists: what the interface does not let change. */
  fixed?: boolean
  /** What cannot be changed on some objects, such as the name of the default one. */
  locked?: (draft: Draft) => boolean
  /** Absent: always shown. A hidden field's value is not sent. */
  when?: (draft: Draft) => boolean
}

/** One field of a form, said as data: the table of a collection lists them, `CollectionForm` draws them. */
export type FormFieldSpec =
  | (Base & { control: 'text'; required?: boolean; mono?: boolean; placeholder?: string })
  | (Base & { control: 'number'; unit?: string; min?: number; max?: number })
  /** `none` lets the value be absent, and is what that is called. */
  | (Base & { control: 'choice'; options: readonly Option[] | ((draft: Draft) => readonly Option[]); none?: string })
  | (Base & { control: 'many'; options: (draft: Draft) => readonly Option[]; none: string; free?: boolean })
  /** `on` is the value that it sets, true unless said; off takes the key away. */
  | (Base & { control: 'switch'; on?: boolean })
  | (Base & { control: 'entity'; kind: EntityKind; multiple?: boolean })

/** Options of a list of words, with labels where a table has some. */
export function optionsOf(values: readonly string[], labels: Readonly<Record<string, string>> = {}): Option[] {
  return values.map((value) => ({ value, label: labels[value] ?? value }))
}
