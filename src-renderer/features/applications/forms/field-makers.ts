import { optionsOf, type When } from '#ui/resource/form/field-specs.ts'

/** An address or a text that has to be given. */
export const address = (path: string, label: string, when: When | undefined, placeholder: string) =>
  ({ path, label, control: 'text', required: true, placeholder, when }) as const
/** The same of what is read by machines. */
export const selector = (path: string, label: string, when: When | undefined, placeholder: string) =>
  ({ ...address(path, label, when, placeholder), mono: true }) as const
/** A value that is one of a few, with the words for each. */
export const choice = (
  path: string,
  label: string,
  when: When | undefined,
  words: Readonly<Record<string, string>>,
  help: string,
) =>
  ({
    path,
    label,
    control: 'choice',
    options: optionsOf(Object.keys(words), words),
    help,
    when,
  }) as const
/** A list whose entries are typed. */
export const typed = (path: string, label: string, when: When | undefined, help: string) =>
  ({ path, label, control: 'many', options: [], free: true, none: 'None', help, when }) as const
/** A switch that is off unless said. */
export const flag = (path: string, label: string, when: When | undefined, help: string) =>
  ({ path, label, control: 'switch', off: false, help, when }) as const
/** A text that can be left out. */
export const optional = (path: string, label: string, when: When | undefined, help: string) =>
  ({ path, label, control: 'text', help, when }) as const
/** The same as {@link optional} of what is read by machines. */
export const machineText = (path: string, label: string, when: When | undefined, help: string) =>
  ({ ...optional(path, label, when, help), mono: true }) as const
/** A part of a network condition: the zones that are in it, and those that are not. */
export const zoneFields = (network: string, when: When) =>
  (
    [
      ['include', 'In these zones'],
      ['exclude', 'But not in these'],
    ] as const
  ).map(
    ([key, label]) =>
      ({ path: `${network}.${key}`, label, control: 'entity', kind: 'zone', multiple: true, when }) as const,
  )
