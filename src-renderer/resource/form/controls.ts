import type { Component } from 'vue'
import ChoiceField from '#ui/components/fields/ChoiceField.vue'
import EntityField from '#ui/components/fields/EntityField.vue'
import ManyField from '#ui/components/fields/ManyField.vue'
import NumberField from '#ui/components/fields/NumberField.vue'
import RadioField from '#ui/components/fields/RadioField.vue'
import SwitchField from '#ui/components/fields/SwitchField.vue'
import TextField from '#ui/components/fields/TextField.vue'
import FormHeading from './FormHeading.vue'
import { choicesOf, type Control, type Draft, type SpecOf } from './field-specs.ts'
import FormNote from './FormNote.vue'

/** How a kind of field is drawn, and how its value in the draft becomes that of its component and back. */
interface ControlMeta<Name extends Control> {
  component: Component
  props: (field: SpecOf<Name>, draft: Draft) => object
  read: (value: unknown, field: SpecOf<Name>) => unknown
  write: (value: unknown, field: SpecOf<Name>) => unknown
}

/** What an absent value is called inside a select. */
const NONE = ''
const same = (value: unknown) => value

const CONTROLS: { [Name in Exclude<Control, 'own'>]: ControlMeta<Name> } = {
  text: {
    component: TextField,
    props: ({ required, mono, placeholder, rows, secret }) => ({ required, mono, placeholder, rows, secret }),
    read: (value) => value ?? '',
    write: same,
  },
  number: { component: NumberField, props: ({ unit, min, max }) => ({ unit, min, max }), read: same, write: same },
  choice: {
    component: ChoiceField,
    props: ({ options, none, required }, draft) => ({
      required,
      options: [...(none ? [{ value: NONE, label: none }] : []), ...choicesOf(options, draft)],
    }),
    read: (value) => value ?? NONE,
    write: (value) => value || undefined,
  },
  radio: { component: RadioField, props: ({ options }) => ({ options }), read: same, write: same },
  many: {
    component: ManyField,
    props: ({ options, none, free }, draft) => ({ none, free, options: choicesOf(options, draft) }),
    // Another type of the object may keep something else at the same path.
    read: (value) => (Array.isArray(value) ? value : []),
    write: same,
  },
  switch: {
    component: SwitchField,
    props: () => ({}),
    read: (value, { on = true }) => value === on,
    write: (value, { on = true, off }) => (value ? on : off),
  },
  entity: {
    component: EntityField,
    props: ({ kind, multiple, placeholder }) => ({ kind, multiple, placeholder }),
    read: (value, { multiple }) => value ?? (multiple ? [] : null),
    write: (value) => value ?? undefined,
  },
  heading: { component: FormHeading, props: ({ label }) => ({ label }), read: same, write: same },
  note: { component: FormNote, props: ({ text }) => ({ text }), read: same, write: same },
}

/** The control of a field. */
export function controlOf<Name extends Control>(field: SpecOf<Name>): ControlMeta<Name> {
  if (field.control === 'own') {
    const { component, props } = field as SpecOf<'own'>
    return { component, props: (_, draft) => props?.(draft) ?? {}, read: same, write: same }
  }
  // WHY the cast: TypeScript does not pair a key of the table with the field that carries it.
  return (CONTROLS as unknown as Record<string, ControlMeta<Name>>)[field.control] as ControlMeta<Name>
}
