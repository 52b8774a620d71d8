import { describe, expect, it } from 'vitest'
import { PEOPLE_ACT_NAMES, type PeopleChange } from '#contract/directory/people-change.ts'
import { ACT_TEXT, doneText, outcomeText, titleOf } from '#ui/features/directory/people-changes/change-text.ts'

const COUNTS = { found: 0, pending: 0, changed: 0, unchanged: 0, refused: 0, reverted: 0, kept: 0 }
const aChange = ({ counts, ...more }: Partial<Omit<PeopleChange, 'counts'>> & { counts?: Partial<typeof COUNTS> }) => ({
  ...{ id: 'pch1', act: 'remove_from_group' as const, groupId: '00g1', groupName: 'Engineering', search: null },
  ...{ state: 'ENDED' as const, problem: null, reasons: [], refused: [], undoable: true, jobId: null },
  ...{ created: '2026-11-21T10:00:00.000Z', ...more, counts: { ...COUNTS, ...counts } },
})

describe('a change of many people', () => {
  it('names the group, in its title and in what was done', () => {
    const change = aChange({ counts: { found: 14, changed: 12, unchanged: 2 } })
    expect(titleOf(change)).toBe('Remove 14 people from Engineering')
    expect(doneText(change)).toBe('12 people removed from Engineering')
    expect(outcomeText(change)).toBe('12 people removed from Engineering · 2 already so')
    expect(titleOf({ ...change, act: 'add_to_group' })).toBe('Add 14 people to Engineering')
  })

  it('says that it was a group where its name is not known, and no number while no one was found', () => {
    expect(doneText(aChange({ groupName: null, counts: { changed: 1 } }))).toBe('1 person removed from a group')
    expect(titleOf(aChange({}))).toBe('Remove people from Engineering')
  })

  it('says the act and the people in one sentence, whatever the act', () => {
    const sentences = PEOPLE_ACT_NAMES.map((act) => ACT_TEXT[act].says('3 people'))
    expect(sentences).toEqual([
      'Activate 3 people',
      'Unlock 3 people',
      'Expire the password of 3 people',
      'Reset the factors of 3 people',
      'Suspend 3 people',
      'Unsuspend 3 people',
      'Deactivate 3 people',
      'Delete 3 people',
      'Add 3 people to a group',
      'Remove 3 people from a group',
    ])
  })
})
