import type { SignInAnswer } from '#contract/policy/outcome.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { alongTheWay } from './sign-in-path.ts'

/** What a simulation found, to be sent to a colleague or kept with a ticket. */
interface Report {
  /** The sign-in as a sentence, without a full stop. */
  question: string
  answer: SignInAnswer
  explanations: readonly Explanation[]
  /** When it was asked, as people read it. */
  asked: string
}

interface Row {
  policy: string
  verdict: string
  decider: string
  effects: readonly string[]
}

function rowsOf(explanations: readonly Explanation[]): Row[] {
  const { way, others } = alongTheWay(explanations)
  return [...way, ...others].map(({ policyType: type, outcome, matched, summary }) => ({
    policy: policyType(type).label,
    verdict: outcome.text,
    decider: matched ? `Rule “${matched.ruleName}” of “${matched.policyName}”` : summary,
    effects: matched?.effects ?? [],
  }))
}

const wordsOf = ({ text, details }: SignInAnswer) => [text, ...details].join(' ')

/** The report as plain text, one paragraph for each policy. */
export function reportAsText({ question, answer, explanations, asked }: Report): string {
  const parts = rowsOf(explanations).map(({ policy, verdict, decider, effects }) =>
    [`${policy}: ${verdict}`, `  ${decider}`, ...effects.map((effect) => `  - ${effect}`)].join('\n'),
  )
  return [question, wordsOf(answer), ...parts, `Simulated ${asked}`].join('\n\n')
}

/** Names may hold what Markdown reads as its own. */
const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`)

/** The report as Markdown: a headline, a table, and what each deciding rule does. */
export function reportAsMarkdown({ question, answer, explanations, asked }: Report): string {
  const rows = rowsOf(explanations)
  const table = rows.map((row) => `| ${[row.policy, row.verdict, row.decider].map(escaped).join(' | ')} |`)
  const lists = rows
    .filter(({ effects }) => effects.length > 0)
    .map(({ policy, effects }) => [`### ${policy}`, '', ...effects.map((effect) => `- ${escaped(effect)}`)].join('\n'))
  return [
    `## ${escaped(question)}`,
    `**${escaped(wordsOf(answer))}**`,
    ['| Policy | Verdict | Decided by |', '| --- | --- | --- |', ...table].join('\n'),
    ...lists,
    `_Simulated ${escaped(asked)}_`,
  ].join('\n\n')
}
