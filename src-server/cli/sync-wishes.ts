import { inProcessCaller } from '#http/in-process-caller.ts'
import type { Choice, Preference } from '#contract/gatehouse/pull.ts'
import type { Service } from '#operations/service/service.ts'
import { compareAndKeep } from '#sync/compare-with-remote.ts'
import { choicesOf, readChoices, sideOf, type TypedChoice } from './choices.ts'
import { showProgress } from './command.ts'

/** Who wins, and how much is read, as a line says it. */
export interface Wishes {
  prefer?: string | undefined
  choose?: string[] | undefined
  whole?: boolean | undefined
}

/** Who wins, as far as the line says. @throws UsageError */
export const readWishes = ({ prefer, choose }: Wishes) => ({
  prefer: prefer === undefined ? undefined : sideOf('--prefer', prefer),
  typed: readChoices(choose),
})

/** What a pull or a plan is asked for. */
interface SyncRequest {
  prefer: Preference | undefined
  choices: Choice[]
  whole: boolean | undefined
}

/** The request of a pull or a plan, by what both sides have now: names are those of a comparison. @throws UsageError before anything is changed */
export async function requestNow(service: Service, connectionId: string, wishes: Wishes): Promise<SyncRequest> {
  const { prefer, typed } = readWishes(wishes)
  return { prefer, choices: await choicesNow(service, connectionId, typed), whole: wishes.whole }
}

async function choicesNow(service: Service, connectionId: string, typed: readonly TypedChoice[]): Promise<Choice[]> {
  if (typed.every(({ what }) => what === null)) return choicesOf(typed, { differences: [], orders: [] })
  const workspace = inProcessCaller(service)
  const onProgress = (objects: number) => showProgress(`${objects} objects compared`)
  const { differences, summary } = await compareAndKeep(service, { workspace, connectionId, onProgress })
  return choicesOf(typed, { differences, orders: summary.orders })
}
