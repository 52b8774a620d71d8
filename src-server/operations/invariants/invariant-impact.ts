import type { InvariantImpact } from '#contract/gatehouse/invariant.ts'
import { invariants } from '#db/tables/invariants.ts'
import type { SetChange } from '#policy/index.ts'
import type { Service } from '../service/service.ts'
import { plain } from './check-invariants.ts'

/** What was tried and taken back. */
interface Tried {
  /** One after the other. */
  changes: readonly SetChange[]
  /** What has to be changed first to get to what they are compared with; absent: the workspace as it is. */
  from?: SetChange | undefined
  signal?: AbortSignal | undefined
}

/** What changes make of the invariants of the workspace, worked out in a worker, as a part of a review; nothing where there are none. */
export async function invariantImpact(
  service: Service,
  { changes, from, signal }: Tried,
): Promise<{ invariants?: InvariantImpact }> {
  const all = await invariants.findAll(service.reader, { order: ['name'] })
  if (all.length === 0) return {}
  const input = { engine: service.engine(), now: service.clock(), invariants: all.map(plain), changes, from }
  return { invariants: await service.workers.run('invariantImpact', input, { signal }) }
}
