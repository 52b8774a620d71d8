import { basename, resolve } from 'node:path'
import { systemContext } from '#audit-log/request-context.ts'
import { findConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { planFrom } from '#sync/plan-from.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { equip } from './closed-drafts.ts'
import { clearProgress, showProgress } from './command.ts'
import { changingNothing } from './interrupt.ts'
import { madePlan, type MadePlan } from './made-plan.ts'
import { readSecrets } from './secrets-option.ts'
import { tellPlan } from './show-plan.ts'
import { applyMade, assertWritable } from './sync-apply.ts'

interface Values {
  remote?: string | undefined
  'yes-i-know'?: string | undefined
  partial?: boolean | undefined
  secrets?: string | undefined
  json?: boolean | undefined
}

/** Plans what makes the remote of a connection be as a folder. @returns the status to end with */
export async function planFolderThere(
  folder: string,
  service: Service,
  { remote = '', json }: Values,
): Promise<number> {
  const made = await planNow(folder, service, await findConnection(service.reader, remote))
  return tellPlan(made, json)
}

/** Makes the remote of a connection be as a folder, step by step. @returns the status to end with @throws as `sync apply` */
export async function applyFolderThere(folder: string, service: Service, values: Values): Promise<number> {
  const connection = await findConnection(service.reader, values.remote ?? '')
  assertWritable(connection, values)
  const named = await readSecrets(values.secrets)
  const made = await planNow(folder, service, connection)
  return applyMade(service, { connection, made, named, goOn: 'The same command goes on with what is left.', values })
}

async function planNow(folder: string, service: Service, { id: connectionId }: ConnectionRecord): Promise<MadePlan> {
  const snapshot = await readFolder(folder)
  equip(service)
  const planning = {
    ...{ connectionId, request: {}, context: systemContext() },
    onProgress: (objects: number) => showProgress(`${objects} objects`),
  }
  const source = { kind: 'FOLDER', id: null, name: basename(resolve(folder)), removes: true } as const
  const planId = await changingNothing((signal) =>
    planFrom(service, { ...planning, signal }, { source, snapshot }),
  ).finally(clearProgress)
  return madePlan(service, planId)
}
