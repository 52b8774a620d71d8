import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withEdit, type Edit } from '#analysis/repair/edit.ts'
import { repairsOf } from '#analysis/repair/search.ts'
import type { PolicySet } from '#policy/index.ts'
import { runs } from '../../helpers/runs.ts'
import { decidingWorlds, isBrokenByTrying, questions } from '../../helpers/small-decisions.ts'

const LIMITS = { withApps: true, nameOf: () => null, clock: () => 0, mostMs: 1, most: 4 }

const after = (set: PolicySet, edits: readonly Edit[]) =>
  edits.reduce((before, edit) => withEdit(before, edit) ?? before, set)

describe('a repair of an invariant', () => {
  it('makes it hold for every sign-in of all, and has no edit that is not needed', () => {
    fc.assert(
      fc.property(decidingWorlds, questions, (set, question) => {
        const { repairs } = repairsOf(set, { ...question, name: 'asked', description: null }, LIMITS)
        if (!isBrokenByTrying(set, question)) expect(repairs).toEqual([])
        for (const edits of repairs) {
          const text = edits.map((edit) => edit.text).join('; ')
          expect(isBrokenByTrying(after(set, edits), question), text).toBe(false)
          if (edits.length === 1) continue
          for (const edit of edits) expect(isBrokenByTrying(after(set, [edit]), question), text).toBe(true)
        }
      }),
      { numRuns: runs(0.05) },
    )
  })
})
