import { inProcessCaller } from '#http/in-process-caller.ts'
import { PREFERENCES, type Choice, type Preference } from '#contract/gatehouse/pull.ts'
import type { PlanRequest } from '#contract/gatehouse/sync-plan.ts'
import { findConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { compareAndKeep } from '#sync/compare-with-remote.ts'
import { choicesOf, mistake, readChoices, sideOf, type TypedChoice } from './choices.ts'
import { showProgress } from './command.ts'

/** Who wins, and how much is read, as a line says it. */
export interface Wishes {
  prefer?: string | undefined
  choose?: string[] | undefined
  whole?: boolean | undefined
  from?: string | undefined
  remove?: boolean | undefined
  'dry-run'?: boolean | undefined
}

/** Who wins, as far as the line says. @throws UsageError */
export function readWishes({ prefer, choose, from, remove }: Wishes) {
  const typed = readChoices(PREFERENCES, choose)
  if (remove && from === undefined) throw mistake('--remove goes with --from alone.')
  // WHY: names are looked up in a comparison with the workspace.
  if (from !== undefined && typed.some(({ what }) => what !== null))
    throw mistake('--choose takes whole kinds with --from, such as zone=remote.')
  return { prefer: prefer === undefined ? undefined : sideOf(PREFERENCES, '--prefer', prefer), typed }
}

/** What a pull is asked for. */
interface SyncRequest {
  prefer: Preference | undefined
  choices: Choice[]
  whole: boolean | undefined
}

/** The request of a pull, by what both sides have now: names are those of a comparison. @throws UsageError before anything is changed */
export async function pullRequestNow(service: Service, connectionId: string, wishes: Wishes): Promise<SyncRequest> {
  const { prefer, typed } = readWishes(wishes)
  return { prefer, choices: await choicesNow(service, connectionId, typed), whole: wishes.whole }
}

/** The request of a plan, as {@link pullRequestNow}. @throws also ApiError E0000007 for another connection that is not there */
export async function planRequestNow(service: Service, connectionId: string, wishes: Wishes): Promise<PlanRequest> {
  const { from, remove, 'dry-run': dryRun } = wishes
  const request = await pullRequestNow(service, connectionId, wishes)
  if (from === undefined) return { ...request, dryRun }
  return { ...request, dryRun, remove, from: (await findConnection(service.reader, from)).id }
}

async function choicesNow(
  service: Service,
  connectionId: string,
  typed: readonly TypedChoice<Preference>[],
): Promise<Choice[]> {
  if (typed.every(({ what }) => what === null)) return choicesOf(typed, { differences: [], orders: [] })
  const workspace = inProcessCaller(service)
  const onProgress = (objects: number) => showProgress(`${objects} objects compared`)
  const { differences, summary } = await compareAndKeep(service, { workspace, connectionId, onProgress })
  return choicesOf(typed, { differences, orders: summary.orders })
}
