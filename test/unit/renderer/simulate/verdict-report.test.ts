import { describe, expect, it } from 'vitest'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import { reportAsMarkdown, reportAsText } from '#ui/features/simulate/verdict-report.ts'
import { alongTheWay } from '#ui/features/simulate/sign-in-path.ts'
import { anOutcome, explanationOf } from './explanations.ts'

const session = {
  ...explanationOf('SVC_SIGN_ON', { ruleId: 'Rule | one', effects: ['Sign-in is allowed', 'Ends <soon>'] }),
  outcome: anOutcome('ALLOW', { text: 'Allowed with two factors, unless at high risk (denied)', certain: false }),
}
const password = explanationOf('PASSWORD', null)
const routing = explanationOf('IDP_DISCOVERY', { ruleId: 'Route' })
const ANSWER: SignInAnswer = { answer: 'DEPENDS', text: 'It depends.', details: [], factors: null, certain: false }
const REPORT = {
  question: 'Ada opens Build server',
  answer: ANSWER,
  explanations: [session, { ...password, summary: 'No rule matches.' }, routing],
  asked: '21 Nov 2026, 06:31:50',
}

describe('a verdict that leaves the program', () => {
  it('goes along the way in: routing, session, application, factors, then the rest', () => {
    const access = explanationOf('ACCESS_POLICY', null)
    const { way, others } = alongTheWay([access, password, session, routing])
    expect(way.map(({ policyType }) => policyType)).toEqual(['IDP_DISCOVERY', 'SVC_SIGN_ON', 'ACCESS_POLICY'])
    expect(others).toEqual([password])
  })

  it('is plain text with the question, the answer, and each verdict with the rule behind it', () => {
    expect(reportAsText(REPORT)).toBe(
      [
        'Ada opens Build server',
        'It depends.',
        'Identity provider routing policy: ALLOW\n  Rule “Route” of “P”',
        'Global session policy: Allowed with two factors, unless at high risk (denied)\n  Rule “Rule | one” of “P”\n  - Sign-in is allowed\n  - Ends <soon>',
        'Password policy: NO_RULE\n  No rule matches.',
        'Simulated 21 Nov 2026, 06:31:50',
      ].join('\n\n'),
    )
  })

  it('is Markdown that no name breaks', () => {
    const lines = reportAsMarkdown(REPORT).split('\n')
    expect(lines[0]).toBe('## Ada opens Build server')
    expect(lines).toContain(
      String.raw`| Global session policy | Allowed with two factors, unless at high risk (denied) | Rule “Rule \| one” of “P” |`,
    )
    expect(lines).toContain(String.raw`- Ends \<soon\>`)
    expect(lines.at(-1)).toBe('_Simulated 21 Nov 2026, 06:31:50_')
  })
})
