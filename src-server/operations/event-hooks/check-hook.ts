import { Op } from 'sequelize'
import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import type { EventHookWrite } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { parse } from '#expression/index.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { eventHooks } from '#db/tables/event-hooks.ts'
import { assertQuota } from '../service/checks.ts'
import { endpointProblem } from './endpoint-address.ts'

type Violation = [location: string, message: string]

/** Refuses an address and expressions that will not do, all at once, each at its place. @throws E0000001 */
export function assertValidHook({ channel, events }: EventHookWrite, options: { allowLocal: boolean }): void {
  const problem = endpointProblem(channel.config.uri, options)
  const violations: Violation[] = [
    ...(problem ? [['channel.config.uri', problem] as Violation] : []),
    ...filterViolations(events),
  ]
  const causes = violations.map(([location, message]) => causeAt(location, message))
  if (causes.length) throw invalidAll(causes)
}

function filterViolations({ filter }: EventHookWrite['events']): Violation[] {
  return (filter?.eventFilterMap ?? []).flatMap(({ condition }, index): Violation[] => {
    const parsed = parse(condition.expression, 'event-filter')
    if (parsed.ok) return []
    const location = `events.filter.eventFilterMap[${index}].condition.expression`
    return parsed.problems.map(({ message, line, column }): Violation => [
      location,
      `${message} (line ${line}, column ${column})`,
    ])
  })
}

/** Refuses one more hook that is active and verified than there may be (spec/4 §3.2). */
export function assertHookQuota(tx: Tx, id: string): Promise<void> {
  const max = LIMITS.listeningHooks
  const among = { status: 'ACTIVE', verificationStatus: 'VERIFIED', id: { [Op.ne]: id } } as const
  const message = `at most ${max} event hooks are active and verified at once`
  return assertQuota(tx, eventHooks, {
    max,
    among,
    location: 'status',
    locationType: 'path',
    message,
  })
}
