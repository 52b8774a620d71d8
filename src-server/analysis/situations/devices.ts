import { SUBJECTS, type FactDetail } from '#policy/index.ts'
import type { Dimension } from './dimension.ts'

/** What a device can be: a managed one is registered, by the rule of the interface itself. */
interface State {
  registered: boolean
  managed: boolean
}

const NONE: State = { registered: false, managed: false }
const REGISTERED: State = { registered: true, managed: false }
const MANAGED: State = { registered: true, managed: true }

/** The states that rules tell apart, by what they ask for, with words for each choice of them. */
const BY_ASKED: Readonly<Record<string, { states: readonly State[]; texts: Readonly<Record<string, string>> }>> = {
  registered: {
    states: [NONE, REGISTERED],
    texts: { '0': 'on a device that is not registered', '1': 'on a registered device' },
  },
  managed: {
    states: [NONE, MANAGED],
    texts: { '0': 'on a device that is not managed', '1': 'on a managed device' },
  },
  'registered managed': {
    states: [NONE, REGISTERED, MANAGED],
    texts: {
      '0': 'on a device that is not registered',
      '1': 'on a registered device that is not managed',
      '2': 'on a managed device',
      '0 1': 'on a device that is not managed',
      '0 2': 'on a device that is managed or not registered',
      '1 2': 'on a registered device',
    },
  },
}

/** Whether the device is registered and managed, as far as rules ask. */
export function devices(facts: readonly FactDetail[]): Dimension[] {
  const asked = [SUBJECTS.registered, SUBJECTS.managed].filter((subject) =>
    facts.some((about) => about.kind === 'is' && about.subject === subject),
  )
  const found = BY_ASKED[asked.join(' ')]
  if (!found) return []
  return [
    {
      subjects: asked,
      values: found.states.map((state) => ({
        holds: (about) =>
          about.kind === 'is' &&
          about.value === JSON.stringify(about.subject === SUBJECTS.managed ? state.managed : state.registered),
        isKnown: true,
      })),
      textOf: (chosen) => found.texts[[...chosen].sort().join(' ')] ?? '',
    },
  ]
}
