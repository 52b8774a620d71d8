import type { CreationStep } from './creation.ts'

/** What a request of the making is for. @param nameOf names objects by their ids */
export function stepText({ act, targetId }: CreationStep, label: string, nameOf: (id: string) => string): string {
  const name = targetId ? nameOf(targetId) : ''
  const texts: Readonly<Record<CreationStep['act'], string>> = {
    create: `Create ${label}`,
    policy: `Give it the authentication policy ${name}`,
    group: `Assign it to the group ${name}`,
    person: `Assign it to ${name}`,
  }
  return texts[act]
}

const STATES: Readonly<Record<CreationStep['state'], string>> = {
  waiting: 'Not done yet',
  running: 'Under way',
  done: 'Done',
  failed: 'Failed',
}
/** What became of it, in a word or two. */
export const stateText = ({ state }: CreationStep): string => STATES[state]
