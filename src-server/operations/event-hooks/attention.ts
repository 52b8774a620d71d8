import type { HookHealth } from '../../contract/event-hook.ts'
import type { HookAttention } from '../../contract/workspace.ts'
import type { Service } from '../service.ts'
import { hookBounds } from './bounds.ts'
import type { EventHookRow } from './event-hooks.ts'
import { hookHealth } from './health.ts'

type Finding = Pick<HookAttention, 'kind' | 'message'>

/** Active hooks that hear of nothing, or whose events do not arrive; by name. */
export async function listHookAttention(service: Service): Promise<HookAttention[]> {
  const sql = `SELECT id, name, verification_status FROM event_hooks WHERE status = 'ACTIVE' ORDER BY name`
  const hooks = await service.store.read.all<Pick<EventHookRow, 'id' | 'name' | 'verification_status'>>(sql)
  if (hooks.length === 0) return []
  const health = new Map((await hookHealth(service)).map((item) => [item.eventHookId, item]))
  return hooks.flatMap(({ id, name, verification_status }): HookAttention[] => {
    const of = health.get(id)
    const isVerified = verification_status === 'VERIFIED'
    const finding = isVerified ? of && findingOf(of, hookBounds(service).eventsPerDay) : UNVERIFIED
    return finding ? [{ ...finding, hookId: id, hookName: name }] : []
  })
}

const UNVERIFIED: Finding = {
  kind: 'unverified-hook',
  message: 'It is active, and hears of nothing until its endpoint is verified.',
}

function findingOf({ rest, failed, waiting, lastStatus }: HookHealth, eventsPerDay: number): Finding | null {
  const queue = waiting ? `, ${counted(waiting, 'event waits', 'events wait')} for the next` : ''
  if (rest?.reason === 'DAY_LIMIT')
    return {
      kind: 'resting-hook',
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
