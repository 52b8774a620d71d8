import { writeFile } from 'node:fs/promises'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { findConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { makePlanNow } from './made-plan.ts'
import { planFileText } from './plan-file.ts'
import { planMarkdown } from './plan-markdown.ts'
import { tellPlan } from './show-plan.ts'
import { planRequestNow, type Wishes } from './sync-wishes.ts'

interface Values extends Wishes {
  remote?: string | undefined
  out?: string | undefined
  markdown?: string | undefined
  json?: boolean | undefined
}

/** Plans what makes a remote be as the workspace, prints it, and writes it to the files that were named. @returns the status to end with */
export async function plan(service: Service, values: Values): Promise<number> {
  const connection = await findConnection(service.reader, values.remote ?? '')
  const made = await makePlanNow(service, connection, await planRequestNow(service, connection.id, values))
  if (values.out !== undefined) await write(values.out, await planFileText(service, connection, made))
  if (values.markdown !== undefined) await write(values.markdown, planMarkdown(made))
  return tellPlan(made, values.json)
}

/** WHY over what is there: a pipeline plans into the same files each time. */
async function write(path: string, text: string): Promise<void> {
  // It may name people.
  await writeFile(path, text, { mode: 0o600 }).catch(() => {
    throw new UserFacingError(`${path} cannot be written to.`)
  })
}
