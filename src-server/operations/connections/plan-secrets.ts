import type { StepSecret } from '#contract/gatehouse/sync-plan.ts'
import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { neededSecrets, type NeededSecret } from '#contract/sync/needed-secrets.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Reader } from '#db/connection.ts'
import { syncPlanSteps, type SyncPlanStepRecord } from '#db/tables/sync-plans.ts'

/**
 * Whether secrets are such as the steps of a plan need, each once.
 * @throws ApiError E0000001 that names each field that will not do; it has no value of a secret
 */
export async function assertNeeded(reader: Reader, planId: string, secrets: readonly StepSecret[]): Promise<void> {
  if (secrets.length === 0) return
  const number = [...new Set(secrets.map(({ step }) => step))]
  const rows = await syncPlanSteps.findAll(reader, { where: { planId, number } })
  const steps = new Map(rows.map((row) => [row.number, row]))
  const seen = new Set<string>()
  const causes = secrets.flatMap((one, at): ErrorCause[] => {
    const wrong = mistakeOf(one, steps.get(one.step), seen)
    seen.add(nameOf(one))
    return wrong ? [causeAt(`secrets[${at}].${wrong.field}`, wrong.message)] : []
  })
  if (causes.length > 0) throw invalidAll(causes)
}

const nameOf = ({ step, path }: StepSecret) => `${step} ${path}`

interface Mistake {
  readonly field: keyof StepSecret
  readonly message: string
}

function mistakeOf(one: StepSecret, row: SyncPlanStepRecord | undefined, seen: ReadonlySet<string>): Mistake | null {
  if (!row) return { field: 'step', message: `the plan has no step ${one.step}` }
  if (row.state === 'DONE')
    return { field: 'step', message: `step ${one.step} is done already: enter its secret there` }
  const needed = neededSecrets(row.step)
  if (!needed.some(({ path }) => path === one.path)) return { field: 'path', message: notNeeded(row, needed) }
  if (seen.has(nameOf(one))) return { field: 'path', message: 'is given twice: give it once' }
  return null
}

function notNeeded({ number, step }: SyncPlanStepRecord, needed: readonly NeededSecret[]): string {
  const about = `step ${number} (${SYNCED_KINDS[step.kind].singular} ${step.name})`
  if (needed.length === 0) return `${about} needs no secret: leave this out`
  return `${about} needs no such secret: it needs ${needed.map(({ path }) => path).join(' and ')}`
}
