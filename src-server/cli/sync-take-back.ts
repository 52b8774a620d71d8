import { systemContext } from '#audit-log/request-context.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import type { SyncPlanRecord } from '#db/tables/sync-plans.ts'
import { findConnection } from '#operations/connections/connections.ts'
import { CANCELLED } from '#operations/connections/applications.ts'
import { beganLast, findPlan } from '#operations/connections/take-backs.ts'
import type { Service } from '#operations/service/service.ts'
import { planTakeBack } from '#sync/take-back/plan-take-back.ts'
import { mistake } from './choices.ts'
import { remark } from './command.ts'
import { madePlan } from './made-plan.ts'
import { readSecrets } from './secrets-option.ts'
import { tellPlan } from './show-plan.ts'
import { applyMade, assertWritable } from './sync-apply.ts'

interface Values {
  remote?: string | undefined
  plan?: string | undefined
  apply?: boolean | undefined
  'yes-i-know'?: string | undefined
  secrets?: string | undefined
  json?: boolean | undefined
}

/** Plans what takes back what a plan has done to its remote, prints it, and carries it out where that is asked for. @returns the status to end with */
export async function takeBack(service: Service, values: Values): Promise<number> {
  const connection = await findConnection(service.reader, values.remote ?? '')
  if (values.apply) assertWritable(connection, values)
  else if (values['yes-i-know'] !== undefined) remark('--yes-i-know does nothing without --apply: nothing is changed.')
  if (values.secrets !== undefined && !values.apply)
    throw mistake('--secrets goes with --apply: nothing is changed without it.')
  const named = await readSecrets(values.secrets)
  const { plan: wanted = 'latest' } = values
  const plan = await (wanted === 'latest'
    ? beganLast(service.reader, connection.id)
    : findPlan(service.reader, connection.id, wanted))
  if (!plan)
    throw new UserFacingError(
      wanted === 'latest'
        ? `No plan was applied to ${connection.name}, so that there is nothing to take back.`
        : `${connection.name} has no plan with the id ${wanted}.`,
    )
  const made = await madePlan(service, await inverseOf(service, plan))
  if (values.apply)
    return applyMade(service, {
      connection,
      made,
      named,
      values,
      goOn: (problem) => goOnAfter(problem, connection.name),
    })
  return tellPlan(made, values.json)
}

const goOnAfter = (problem: string, remote: string): string =>
  problem === CANCELLED
    ? 'The same command goes on with what is left.'
    : `The same command begins at this step again, and stops there until ${remote} is as the plan saw it: put that right there first.`

/** A plan that takes back another: the one that has stopped while it did so, else a new one. */
async function inverseOf(service: Service, { id, connectionId, takenBackBy }: SyncPlanRecord): Promise<string> {
  const begun = takenBackBy === null ? undefined : await findPlan(service.reader, connectionId, takenBackBy)
  if (begun && begun.state !== 'APPLIED') return begun.id
  return planTakeBack(service, { planId: id, context: systemContext() })
}
