import type { PlanStepView, StepSecret } from '#contract/gatehouse/sync-plan.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

/** A secret that can be given when a plan is applied. */
export interface AskedSecret {
  readonly step: number
  readonly path: string
  /** What it is, such as `Secret of the event hook “Payroll hook”`. */
  readonly label: string
}

type Needing = Pick<PlanStepView, 'number' | 'kind' | 'name' | 'secrets'>

/** The secrets that steps need, in the order of the steps. */
export const askedSecrets = (steps: readonly Needing[]): AskedSecret[] =>
  steps.flatMap(({ number, kind, name, secrets }) =>
    secrets.map(({ path, label }) => ({
      ...{ step: number, path },
      label: `${label} of the ${SYNCED_KINDS[kind].singular} “${name}”`,
    })),
  )

/** What a secret is known by among those of a plan. */
export const secretKey = ({ step, path }: Pick<AskedSecret, 'step' | 'path'>): string => `${step} ${path}`

/** The secrets that were entered; what is empty is left. */
export function enteredSecrets(asked: readonly AskedSecret[], values: Readonly<Record<string, string>>): StepSecret[] {
  return asked.flatMap(({ step, path }) => {
    const value = values[secretKey({ step, path })] ?? ''
    return value === '' ? [] : [{ step, path, value }]
  })
}
