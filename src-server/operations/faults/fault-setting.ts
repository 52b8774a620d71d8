import type { FaultPlan, FaultsView } from '#contract/gatehouse/faults.ts'
import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { FaultDraws } from '../memory/fault-draws.ts'
import type { Service } from '../service/service.ts'

const TARGET = { id: 'faults', name: 'Faults on demand' }
const ACTION = 'gatehouse.faults.update'

/**
 * Has requests of clients meet the faults of a plan from now on, with counts that begin again; null for none. It is nowhere in the
 * workspace: the service forgets it when it stops.
 */
export async function meetFaults(
  { faults }: Pick<Service, 'faults'>,
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  plan: FaultPlan | null,
): Promise<void> {
  await write(async (tx) => {
    tx.authorize(ACTION, [settingTarget(TARGET)], 'well-formed')
    const details = changeDetails({ plan: faults.current?.plan ?? null }, { plan })
    if (details) tx.record({ type: ACTION, targets: [settingTarget(TARGET, details)] })
  })
  faults.current = plan && new FaultDraws(plan)
}

/** The plan, and how often each of its rules was met. */
export const viewFaults = ({ faults: { current } }: Pick<Service, 'faults'>): FaultsView => ({
  plan: current?.plan ?? null,
  counts: current?.counts() ?? [],
})
