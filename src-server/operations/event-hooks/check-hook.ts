import { invalid, invalidAll } from '../../contract/api-error.ts'
import type { ErrorCause } from '../../contract/error-body.ts'
import type { EventHookWrite } from '../../contract/event-hook.ts'
import { LIMITS } from '../../contract/limits.ts'
import { parse } from '../../expression/index.ts'
import type { Unit } from '../service.ts'
import { endpointProblem } from './endpoint-address.ts'

type Fault = [location: string, message: string]

/** Refuses an address and expressions that will not do, all at once, each at its place. @throws E0000001 */
export function requireSoundHook({ channel, events }: EventHookWrite, options: { allowLocal: boolean }): void {
  const problem = endpointProblem(channel.config.uri, options)
  const faults: Fault[] = [...(problem ? [['channel.config.uri', problem] as Fault] : []), ...filterFaults(events)]
  const causes = faults.map(([location, message]): ErrorCause => ({
    errorSummary: `${location}: ${message}`,
    location,
    locationType: 'body',
  }))
  if (causes.length) throw invalidAll(causes)
}

function filterFaults({ filter }: EventHookWrite['events']): Fault[] {
  return (filter?.eventFilterMap ?? []).flatMap(({ condition }, index): Fault[] => {
    const parsed = parse(condition.expression, 'event-filter')
    if (parsed.ok) return []
    const location = `events.filter.eventFilterMap[${index}].condition.expression`
    return parsed.problems.map(({ message, line, column }): Fault => [
      location,
      `${message} (line ${line}, column ${column})`,
    ])
  })
}

/** Refuses a name that another hook has, whatever its case. */
export async function requireFreeHookName(unit: Unit, name: string, id = ''): Promise<void> {
  if (await unit.statements.first('SELECT 1 FROM event_hooks WHERE name = ? AND id <> ?', [name, id]))
    throw invalid('name', `another event hook is named ${name}`)
}

/** Refuses one more hook that is active and verified than there may be (spec/4 §3.2). */
export async function requireRoomForHook(unit: Unit, id: string): Promise<void> {
  const sql = `SELECT count(*) AS n FROM event_hooks
    WHERE status = 'ACTIVE' AND verification_status = 'VERIFIED' AND id <> ?`
  const others = (await unit.statements.first<{ n: number }>(sql, [id]))?.n ?? 0
  if (others >= LIMITS.listeningHooks)
    throw invalid('status', `at most ${LIMITS.listeningHooks} event hooks are active and verified at once`, 'path')
}
