import { sqlCondition } from '#db/tables/table.ts'
import type { HookHealth } from '#contract/hooks/event-hook.ts'
import type { HookFinding } from '#contract/gatehouse/workspace.ts'
import type { Service } from '../service/service.ts'
import { hookBounds } from './bounds.ts'
import { eventHooks } from '#db/tables/event-hooks.ts'
import { hookHealth } from './health.ts'

type Finding = Pick<HookFinding, 'kind' | 'message'>

/** Active hooks that hear of nothing, or whose events do not arrive; by name. */
export async function listHookFindings(service: Service): Promise<HookFinding[]> {
  const { condition } = service.reader.visible('read', 'eventHook')
  const hooks = await eventHooks.findAll(service.reader, {
    where: { status: 'ACTIVE', ...sqlCondition(condition) },
    order: ['name'],
  })
  if (hooks.length === 0) return []
  const health = new Map((await hookHealth(service)).map((item) => [item.eventHookId, item]))
  return hooks.flatMap(({ id, name, verificationStatus }): HookFinding[] => {
    const of = health.get(id)
    const isVerified = verificationStatus === 'VERIFIED'
    const finding = isVerified ? of && findingOf(of, hookBounds(service).eventsPerDay) : UNVERIFIED
    return finding ? [{ ...finding, hookId: id, hookName: name }] : []
  })
}

const UNVERIFIED: Finding = {
  kind: 'unverified-hook',
  message: 'It is active, and hears of nothing until its endpoint is verified.',
}

function findingOf({ backoff, failed, waiting, lastStatus }: HookHealth, eventsPerDay: number): Finding | null {
  const queue = waiting ? `, ${counted(waiting, 'event waits', 'events wait')} for the next` : ''
  if (backoff?.reason === 'DAY_LIMIT')
    return {
      kind: 'paused-hook',
      message: `The ${eventsPerDay.toLocaleString('en')} events of this day (UTC) are sent${queue && `${queue} day`}.`,
    }
  if (lastStatus !== 'FAILED') return null
  const kept = counted(failed, 'delivery waits', 'deliveries wait')
  return {
    kind: 'failing-hook',
    message: `The last one failed: ${kept} to be sent again by hand${queue && `${queue} try`}.`,
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
