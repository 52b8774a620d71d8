import type { Component } from 'vue'
import type { EntityKind } from '#ui/domain/kinds.ts'
import type { Problem } from '#ui/lib/json-text.ts'
import { getIn } from '#ui/lib/tree.ts'

/** A JSON object that a form edits. */
export type Draft = Record<string, unknown>

/** When a field is shown. */
export type When = (draft: Draft) => boolean

interface Option {
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
  /** Takes the whole width of a form of two columns; headings, notes and areas do by themselves. */
  wide?: boolean
  /** Absent: always shown. A hidden field's value is not sent. */
  when?: When | undefined
}

type Options = readonly Option[] | ((draft: Draft) => readonly Option[])

/** What each control needs beside the fields of `Base`. */
interface Controls {
  /**
   * `rows` makes it an area of so many lines; `check` says while one types what is wrong with a text that is not empty. Left empty, it
   * is what the field at `follows` says, whose problems are not repeated here.
   */
  text: {
    required?: boolean
    mono?: boolean
    placeholder?: string
    rows?: number
    secret?: boolean
    follows?: string
    check?: (text: string) => string | undefined
  }
  number: { unit?: string; min?: number; max?: number }
  /** `none` lets the value be absent, and is what that is called. */
  choice: { options: Options; none?: string; required?: boolean }
  radio: { options: readonly Option[] }
  many: { options: Options; none: string; free?: boolean }
  /** `on` is the value that it sets, true unless said; off takes the key away, or sets `off` where the default is on. */
  switch: { on?: boolean | string; off?: boolean | string }
  /** One id, or with `multiple` a list. */
  entity: { kind: EntityKind; multiple?: boolean; placeholder?: string }
  /** A control of the feature's own; it gets the field's label, help, value, error and causes, and `props`. `lines` says the value. */
  own: { component: Component; props?: (draft: Draft) => object; lines?: (value: unknown) => readonly string[] }
  /** A sentence between the fields; the label is not shown. */
  note: { text: string }
  /** Begins a section of a long form. */
  heading: object
}
export type Control = keyof Controls
export type SpecOf<Name extends Control> = Base & { control: Name } & Controls[Name]

/** One field of a form, said as data: the table of a form lists them, `FieldsForm` draws them. */
export type FieldSpec = { [Name in Control]: SpecOf<Name> }[Control]

/** The form of a kind of object, for the dialogs that make and edit one. */
export interface ObjectForm<One = unknown> {
  fields: readonly FieldSpec[]
  /** A new draft; `kind` is the value of the field that cannot change later. */
  blank: (kind?: string) => Draft
  /** The draft of an object; its own fields unless said. */
  draftOf?(object: One): Draft
  /** The request's body; by `bodyOf` unless said. @param stored what the draft of an object that is edited began with */
  bodyOf?: (draft: Draft, stored?: Draft) => object
  /** What the contract finds wrong in a body; shown beside fields while they are filled in, before the service is asked. */
  check?: (body: object) => readonly Problem[]
  /** Whether the organization can have a second one of a kind; always, unless said. */
  several?: (kind: string) => boolean
  /** Two: short fields are drawn in pairs. */
  columns?: 2
  /** Of its dialogs, in pixels. */
  width?: number
}

/** Options of a list of words, with labels where a table has some. */
export function optionsOf(values: readonly string[], labels: Readonly<Record<string, string>> = {}): Option[] {
  return values.map((value) => ({ value, label: labels[value] ?? value }))
}

/** The options that a field offers for a draft. */
export function choicesOf(options: Options, draft: Draft): readonly Option[] {
  return typeof options === 'function' ? options(draft) : options
}

/** The field that nearly every object has. */
export const NAME_FIELD = { path: 'name', label: 'Name', control: 'text', required: true } as const satisfies FieldSpec

/** For `when`: whether the value at a path is one of these. */
export function isOneOf(path: string, ...values: string[]) {
  return (draft: Draft): boolean => values.includes(String(getIn(draft, path)))
}
