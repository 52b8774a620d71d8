import { z } from 'zod'
import { LIMITS } from '#contract/interface/limits.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { mayNeedSecrets, secretNote, type GivenSecret } from '#contract/sync/needed-secrets.ts'
import { remark, UsageError } from './command.ts'
import { parsedJson } from './json-option.ts'
import type { PlannedStep } from './made-plan.ts'
import { readBounded, sourceName } from './read-bounded.ts'

/** By the name of an object, such as `eventHook/Payroll hook`, and the path of a field. */
const secretsSchema = z.record(
  z.string(),
  z.record(z.string(), z.string().min(1, 'is empty').max(LIMITS.planSecretLength, 'is too long')),
)
type NamedSecrets = z.output<typeof secretsSchema>

/** Secrets by the numbers of the steps that they are for. */
export type StepSecrets = ReadonlyMap<number, readonly GivenSecret[]>

const MOST_BYTES = LIMITS.planSecrets * LIMITS.planSecretLength

/**
 * The secrets of a file that an option names; `-` is standard input. WHY never of the line itself: others on the machine see that, and shells keep it.
 * @throws UsageError where there is no such file, or something else is in it; it has no value of a secret
 */
export async function readSecrets(file: string | undefined): Promise<NamedSecrets> {
  if (file === undefined) return {}
  const name = sourceName(file)
  const read = secretsSchema.safeParse(parsedJson(await readBounded(file, MOST_BYTES), name))
  if (!read.success) throw new UsageError(`${name} does not hold secrets:\n${z.prettifyError(read.error)}`)
  const count = Object.values(read.data).reduce((sum, paths) => sum + Object.keys(paths).length, 0)
  if (count > LIMITS.planSecrets) throw new UsageError(`${name} has more than ${LIMITS.planSecrets} secrets.`)
  return read.data
}

/** What a file calls the object of a step. */
const secretName = ({ kind, name }: Pick<PlannedStep, 'kind' | 'name'>): string => `${kind}/${name}`

/** The secrets that steps need, each as a file would have it. */
export const secretLines = (step: Pick<PlannedStep, 'kind' | 'name' | 'secrets'>): string[] =>
  step.secrets.map(({ path, label }) => `${path} of ${secretName(step)} (${label})`)

/**
 * Which step gets which secret. What is needed by no step is left alone where nothing is missing, so that the same command can go on with a plan; else a
 * name may be misspelt.
 * @param steps those that are not done
 * @throws UserFacingError for a name or path that is not needed, with all that is
 */
export function secretsFor(steps: readonly PlannedStep[], named: NamedSecrets): StepSecrets {
  const needing = steps.filter(({ secrets }) => secrets.length > 0)
  const given = new Map<number, GivenSecret[]>()
  const unknown: string[] = []
  for (const [name, values] of Object.entries(named)) {
    const [step, ...others] = needing.filter((one) => secretName(one) === name)
    if (others.length > 0)
      throw refused(`several objects are called ${name}: leave it out, and enter their secrets there`)
    if (step) given.set(step.number, secretsOfStep(step, values, needing))
    else if (mayNeedSecrets(name.slice(0, name.indexOf('/')))) unknown.push(name)
    else throw refused(`${name} is nothing that can need a secret`, needing)
  }
  const isMissing = needing.some(({ number, secrets }) => (given.get(number)?.length ?? 0) < secrets.length)
  if (unknown.length > 0 && isMissing) throw refused(`${unknown.join(', ')} needs no secret`, needing)
  for (const name of unknown) remark(`${name} needs no secret any more.`)
  return given
}

function secretsOfStep(step: PlannedStep, values: Readonly<Record<string, string>>, needing: readonly PlannedStep[]) {
  return Object.entries(values).map(([path, value]): GivenSecret => {
    if (!step.secrets.some((one) => one.path === path))
      throw refused(`${secretName(step)} needs no secret at ${path}`, needing)
    return { path, value }
  })
}

const LISTED = 20

function refused(why: string, needing: readonly PlannedStep[] = []): UserFacingError {
  const lines = needing.flatMap(secretLines)
  const more = lines.length > LISTED ? `; and ${lines.length - LISTED} more` : ''
  const needed = lines.length > 0 ? ` The plan needs ${lines.slice(0, LISTED).join('; ')}${more}.` : ''
  return new UserFacingError(`Nothing was changed: ${why}.${needed}`)
}

/** Steps as they are once secrets are given: what is given is neither needed nor noted. */
export const shownWithGiven = <Step extends PlannedStep>(steps: readonly Step[], given: StepSecrets): Step[] =>
  steps.map((step) => {
    const paths = new Set(given.get(step.number)?.map(({ path }) => path))
    if (paths.size === 0) return step
    const secrets = step.secrets.filter(({ path }) => !paths.has(path))
    const note = secretNote(step.kind)
    return { ...step, secrets, notes: step.notes.filter((one) => secrets.length > 0 || one !== note) }
  })
