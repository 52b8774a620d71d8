import { expect, it } from 'vitest'
import { conflictDetails } from '#cli/draft-wishes.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { draftConflicts } from '#sync/drafts/draft-conflicts.ts'
import type { PlanConflict } from '#sync/plan/plan-sides.ts'

it('the orders of a long list say how many names they leave out, in the plan and in its lines', () => {
  const names = (of: string) => Array.from({ length: LIMITS.conflictFields + 7 }, (_, at) => `${of} ${at}`)
  const order = { source: names('rule'), target: names('rule').slice(2).toReversed() }
  const conflict = {
    ...{ kind: 'rule', isList: true, name: 'Order of rules', parent: 'Payroll', difference: 'rule:order:00p1' },
    ...{ onlyIn: null, fields: [], order },
  } as const satisfies PlanConflict
  const conflicts = draftConflicts([conflict])
  expect(conflicts[0]?.order).toMatchObject({ more: { draft: 7, workspace: 5 } })
  const [lines = []] = conflictDetails(conflicts)
  expect(lines[0]).toMatch(/^draft: rule 0, .* and 7 more$/)
  expect(lines[1]).toMatch(/^workspace: rule \d+, .* and 5 more$/)
})
