import { expect, it } from 'vitest'
import type { DraftConflict, DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import {
  chosenBefore,
  chosenCount,
  decidedText,
  goneText,
  isDecided,
  requestWith,
  type Chosen,
} from '#ui/features/drafts/draft-choices.ts'

const conflict = (difference: string | null) => ({ kind: 'group', difference, onlyIn: null }) as DraftConflict
const plan = (over: Partial<DraftPlan> = {}) =>
  ({
    conflicts: 3,
    conflicting: ['group:1', 'group:2', null].map(conflict),
    prefer: null,
    choices: [],
    ...over,
  }) as DraftPlan
const CHOSEN: Chosen = new Map([
  ['group:2', 'draft'],
  ['group:gone', 'workspace'],
])

it('what is chosen in a plan is asked for beside what was chosen before, as far as it is a conflict of it', () => {
  const before = { kind: 'zone', difference: 'zone:1', prefer: 'workspace' } as const
  const chosen = { kind: 'group', difference: 'group:2', prefer: 'draft' } as const
  expect(requestWith(plan({ choices: [before] }), CHOSEN)).toEqual({ prefer: null, choices: [before, chosen] })
  expect(chosenCount(CHOSEN, plan())).toBe(1)
  expect(requestWith(null, CHOSEN)).toEqual({})
})

it('what was chosen object by object can be changed; choices of kinds and fields are none of it', () => {
  const choices = [
    { kind: 'group', prefer: 'draft' },
    { kind: 'group', difference: 'group:1', path: 'profile.name', prefer: 'draft' },
    { kind: 'group', difference: 'group:1', prefer: 'workspace' },
  ] as const
  expect([...chosenBefore(plan({ choices: [...choices] }))]).toEqual([['group:1', 'workspace']])
})

it('says how conflicts were decided, and on which side an object is gone', () => {
  const choice = { kind: 'group', prefer: 'draft' } as const
  expect(isDecided(plan())).toBe(false)
  expect(decidedText(plan())).toBe('')
  expect(decidedText(plan({ prefer: 'draft' }))).toBe('Where both have changed the same, the draft’s is taken.')
  expect(decidedText(plan({ choices: [choice] }))).toBe('Decided by 1 choice.')
  expect(decidedText(plan({ prefer: 'workspace', choices: [choice, choice] }))).toBe(
    'Decided by 2 choices; in the rest the workspace’s is kept.',
  )
  expect([null, 'draft', 'workspace'].map((onlyIn) => goneText({ onlyIn } as DraftConflict))).toEqual([
    ...['', 'Changed in the draft, removed in the workspace.', 'Removed in the draft, changed in the workspace.'],
  ])
})
