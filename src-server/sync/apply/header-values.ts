import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import { headersIn, type GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { StepStopped } from './step-stopped.ts'

const HEADERS = ['channel', 'config', 'headers']
const AT = HEADERS.join('.')

// Bound to the plan and the hook: beside another step it does not open.
const purposeOf = (planId: string, { difference }: ObjectStep) => `header values of ${difference} in plan ${planId}`

/**
 * A step as it is kept in a plan. WHY encrypted: the interface answers the values of the headers of a hook, which may be keys, and the file has them
 * nowhere else in clear. The secret of a hook is never answered, so that no plan has it.
 */
export async function withSealedHeaders(box: SecretBox, planId: string, step: PlanStep): Promise<PlanStep> {
  if (step.act === 'order' || step.kind !== 'eventHook' || !step.source) return step
  const { source } = step
  const values = valuesIn(source.body)
  if (values.length === 0) return step
  const bare = headersIn(source.body).map(({ value: _, ...header }) => header)
  const kept = { ...step, source: { ...source, body: withValue(source.body, HEADERS, bare) } }
  if (!isTaken(step)) return kept
  const sealedHeaders = await box.seal(JSON.stringify(values), purposeOf(planId, step))
  return { ...kept, brings: [...(step.brings ?? []), ...values.map(({ path }) => path)], sealedHeaders }
}

/** The values of headers that a step of a plan brings. @throws StepStopped where the key that has encrypted them is not at hand */
export async function openHeaders(box: SecretBox, planId: string, step: PlanStep): Promise<readonly GivenSecret[]> {
  if (step.act === 'order' || step.sealedHeaders === undefined) return []
  const text = await box.open(step.sealedHeaders, purposeOf(planId, step))
  if (text === null)
    throw new StepStopped(`The event hook “${step.name}”`, 'has values of headers that cannot be read here: plan again')
  return JSON.parse(text) as GivenSecret[]
}

const valuesIn = (body: Body): GivenSecret[] =>
  headersIn(body).flatMap(({ value }, at) =>
    typeof value === 'string' && value !== '' ? [{ path: `${AT}[${at}].value`, value }] : [],
  )

/** Whether a step writes the headers of its source. */
const isTaken = ({ act, paths, source }: ObjectStep): boolean =>
  act === 'create' || paths.some((path) => path === AT || (AT.startsWith(`${path}.`) && valueAt(source?.body, path)))
