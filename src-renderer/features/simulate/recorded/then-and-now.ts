import type { Decision } from '#contract/policy/outcome.ts'
import type { Explanation, ExplanationReply } from '#contract/policy/simulation.ts'
import type { RecordedVerdict } from '#ui/domain/event-sign-in.ts'

/** Today's verdict compared with the one that an event records. */
export interface ThenAndNow {
  /**
   * `OUTCOME`: the person, or the client, gets in now and did not then, or the other way round; `RULE`: the same comes of another rule;
   * `SAME`; `OPEN`: today's is not certain; `UNKNOWN`: one of them is not known.
   */
  difference: 'OUTCOME' | 'RULE' | 'SAME' | 'OPEN' | 'UNKNOWN'
  /** One sentence. */
  text: string
}

/** Of today's verdicts the one to set beside the event's: of the same type of policy, else of what was opened. */
export function counterpartOf(
  recorded: RecordedVerdict,
  hasApp: boolean,
  explanations: readonly Explanation[],
): Explanation | null {
  const order = recorded.type ? [recorded.type] : hasApp ? ['ACCESS_POLICY', 'SVC_SIGN_ON'] : ['SVC_SIGN_ON']
  for (const type of order) {
    const found = explanations.find(({ policyType }) => policyType === type)
    if (found) return found
  }
  return null
}

/** Tokens are given by any rule, and by none only where none matches. */
const TOKEN_ACCESS: Partial<Record<Decision, 'ALLOW' | 'DENY'>> = { APPLY: 'ALLOW', NO_RULE: 'DENY' }

function accessOf({ policyType, outcome: { decision } }: Explanation): 'ALLOW' | 'DENY' | undefined {
  if (policyType === 'OAUTH_AUTHORIZATION_POLICY') return TOKEN_ACCESS[decision]
  return decision === 'ALLOW' || decision === 'DENY' ? decision : undefined
}

const WORDS = { ALLOW: 'allowed', DENY: 'denied' } as const

/** The sentence on top of the two columns. */
export function thenAndNow(
  recorded: RecordedVerdict,
  now: Explanation | null,
  blockedBy: ExplanationReply['blockedBy'],
): ThenAndNow {
  if (!recorded.access)
    return {
      difference: 'UNKNOWN',
      text: 'The event does not record what a policy decided, so there is nothing to compare.',
    }
  if (!now)
    return { difference: 'UNKNOWN', text: 'Today no policy of this type is simulated, so there is nothing to compare.' }
  const { certain } = now.outcome
  const access = blockedBy ? 'DENY' : accessOf(now)
  if (!access) return { difference: 'OPEN', text: 'Today’s verdict cannot be determined from what the event records.' }
  if (access !== recorded.access) {
    const hedge = certain || blockedBy ? '' : ', as far as the event tells'
    return {
      difference: 'OUTCOME',
      text: `Today’s verdict differs: ${WORDS[recorded.access]} then, ${WORDS[access]} now${hedge}.`,
    }
  }
  if (!certain && !blockedBy)
    return {
      difference: 'OPEN',
      text: `Also ${WORDS[access]} today, but not for certain: the event leaves inputs open.`,
    }
  const ruleThen = recorded.rule?.id
  if (ruleThen && now.matched && now.matched.ruleId !== ruleThen)
    return { difference: 'RULE', text: `Also ${WORDS[access]} today, but another rule decides.` }
  return { difference: 'SAME', text: `Today’s verdict is the same: ${WORDS[access]}.` }
}
