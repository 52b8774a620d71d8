import type { Situation } from './verdicts.ts'

const BEHAVIORS = ['New City', 'New Device', 'New IP', 'Velocity']
const POSITIVE_WITH_NEW_CITY = new Set(['New City', 'New IP'])

/** What evaluations of policies leave behind for debugging (spec/4 §3.3). */
export function evaluationDebug(situation: Situation, transaction: string, factor: string, threat = false) {
  const { newCity, risk } = situation
  const behaviors = BEHAVIORS.map(
    (name) => `${name}=${newCity && POSITIVE_WITH_NEW_CITY.has(name) ? 'POSITIVE' : 'NEGATIVE'}`,
  )
  return {
    behaviors: `{${behaviors.join(', ')}}`,
    risk: `{reasons=${newCity ? 'Anomalous location' : 'none'}, level=${risk}}`,
    threatSuspected: String(threat),
    factor,
    authnRequestId: transaction,
  }
}

/** The reason that an evaluation's outcome gives. */
export const evaluationReason = (result: string) => `Sign-on policy evaluation resulted in ${result}`
