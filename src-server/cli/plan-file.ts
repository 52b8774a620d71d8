import { createHash } from 'node:crypto'
import { z } from 'zod'
import { planRequestSchema } from '#contract/gatehouse/sync-plan.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { organizationName } from '#operations/organization/organization.ts'
import type { Service } from '#operations/service/service.ts'
import { UsageError } from './command.ts'
import { plannedStepSchema, type MadePlan, type PlannedStep } from './made-plan.ts'
import { readBounded } from './read-bounded.ts'
import { stepTitle } from './show-plan.ts'

const VERSION = 1
/** Half of what one text can have; a step seldom has more than 2,000. */
const MOST_BYTES = 268_435_456

/** WHY without effects: they follow from the people as well, and no file is refused since one joined a group. */
const fileStepSchema = plannedStepSchema
  .omit({ effect: true, effectProblem: true })
  // Files of earlier versions do not say it.
  .extend({ secrets: plannedStepSchema.shape.secrets.default([]) })
type FileStep = z.output<typeof fileStepSchema>

const planFileSchema = z.object({
  version: z.literal(VERSION),
  workspace: z.string(),
  connection: z.object({ id: z.string(), name: z.string(), address: z.string() }),
  request: planRequestSchema,
  digest: z.string(),
  steps: z.array(fileStepSchema),
  signature: z.string(),
})

/** A plan in a file, to be looked at, and to be applied only if it is still the same. */
type PlanFile = z.output<typeof planFileSchema>

/** Of all that a file says: not a proof of who wrote it, but a file that was edited no longer fits it. */
const signatureOf = (content: object) => createHash('sha256').update(canonical(content)).digest('hex')

/** The id of the organization: a copy of the workspace keeps it. */
const workspaceId = async ({ reader }: Service) => (await organizationName(reader)).id

/** A plan as the text of a file. */
export async function planFileText(service: Service, connection: ConnectionRecord, made: MadePlan): Promise<string> {
  const { plan, steps, request } = made
  const { id, name, address } = connection
  const file = {
    ...{ version: VERSION, workspace: await workspaceId(service), connection: { id, name, address } },
    ...{ request, digest: plan.digest, steps: steps.map(withoutEffect) },
  }
  return `${JSON.stringify({ ...file, signature: signatureOf(file) }, null, 2)}\n`
}

/** Reads a plan from its file. @throws UserFacingError for what is none, is of a newer version, or was edited */
export async function readPlanFile(path: string): Promise<PlanFile> {
  const content = parsed(await textOf(path), path)
  const { signature, ...signed } = content
  if (typeof content['version'] === 'number' && content['version'] > VERSION)
    throw new UserFacingError(`${path} was written by a newer version of Gatehouse.`)
  const read = planFileSchema.safeParse(content)
  if (!read.success && signature === undefined) throw new UserFacingError(`${path} is not a plan.`)
  if (signature !== signatureOf(signed)) throw new UserFacingError(`${path} was edited since the plan was made.`)
  if (!read.success) throw new UserFacingError(`${path} is a plan with parts that this version does not know.`)
  return read.data
}

/** @throws UserFacingError where there is none, or it is too long */
async function textOf(path: string): Promise<string> {
  try {
    return await readBounded(path, MOST_BYTES)
  } catch (error) {
    throw error instanceof UsageError ? new UserFacingError(error.message) : error
  }
}

function parsed(text: string, path: string): Record<string, unknown> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new UserFacingError(`${path} is not JSON.`)
  }
  if (!isObject(content)) throw new UserFacingError(`${path} is not a plan.`)
  return content
}

/** Whether a file is about a workspace and a connection of it. @throws UserFacingError */
export async function assertFileOf(
  service: Service,
  { id, name, address }: ConnectionRecord,
  file: PlanFile,
  path: string,
) {
  if (file.workspace !== (await workspaceId(service)))
    throw new UserFacingError(`${path} is a plan of another workspace.`)
  const { connection } = file
  if (connection.id !== id) throw new UserFacingError(`${path} is a plan for another connection, ${connection.name}.`)
  if (connection.address !== address)
    throw new UserFacingError(`${path} is a plan for ${connection.address}; ${name} is at ${address} now.`)
}

/**
 * Whether a plan that was made again is that of a file, with each step as the file shows it.
 * @throws UserFacingError that names the first step that differs
 */
export function assertSamePlan({ plan, steps }: MadePlan, file: PlanFile, path: string): void {
  const change = firstChange(file.steps, steps.map(withoutEffect))
  if (plan.digest === file.digest && change === null) return
  const why =
    plan.digest === file.digest ? 'does not show what the plan does' : 'is out of date, since a side has moved'
  throw new UserFacingError(
    `${path} ${why}: ${change ?? 'the remote calls what the steps name otherwise'}. Plan again.`,
  )
}

const withoutEffect = ({ effect: _, effectProblem: __, ...step }: PlannedStep): FileStep => step

/** The first step that is not the same, in words; null: all are. */
function firstChange(before: readonly FileStep[], now: readonly FileStep[]): string | null {
  const length = Math.max(before.length, now.length)
  for (let at = 0; at < length; at += 1) {
    const [was, is] = [before[at], now[at]]
    // As a file has it, which knows no undefined.
    if (canonical(was ?? null) !== canonical(is ?? null)) return changeOf(at + 1, was, is)
  }
  return null
}

function changeOf(number: number, was: FileStep | undefined, is: FileStep | undefined): string {
  if (!was) return `step ${number}, “${titleOf(is)}”, is new`
  if (!is) return `step ${number}, “${titleOf(was)}”, is not to be done any more`
  const [former, present] = [titleOf(was), titleOf(is)]
  if (former === present) return `step ${number}, “${former}”, has other values`
  return `step ${number} was “${former}”, and is “${present}” now`
}

const titleOf = (step: FileStep | undefined) => (step ? stepTitle(step) : '')
