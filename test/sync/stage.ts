import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { isActive } from '#contract/gatehouse/job.ts'
import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { builtProgram, startProcess, type ServiceProcess } from '../faults/service.ts'
import { makeFactories } from '../helpers/factories.ts'
import { withDatabase } from '../helpers/files.ts'
import { TestClock } from '../helpers/server.ts'
import { differencesWith } from '../helpers/sync/connections.ts'
import { enrich } from '../helpers/sync/rich-organization.ts'

/** How often a service is killed. */
export const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 30)
export const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 1)

export const CLI = builtProgram()

const started = performance.now()
/** A line of what is tried. */
export function tell(line: string): void {
  process.stdout.write(`${String(Math.round((performance.now() - started) / 1_000)).padStart(4)} s  ${line}\n`)
}

/** Waits until nothing changes by itself any more, such as memberships by rules. */
export async function atRest({ client }: ServiceProcess): Promise<void> {
  while ((await client.call('listJobs')).body.some(({ state }) => isActive(state))) await sleep(50)
}

/** The sample, in which a rule names a group that is gone, and every form of every kind. */
export async function startRemote(folder: string): Promise<ServiceProcess> {
  const remote = await startProcess(join(folder, 'remote.sqlite'), { cli: CLI, options: ['--sample'] })
  const { client, url } = remote
  await client.call('replaceRateLimits', { body: { enabled: false } })
  await enrich({ client, url, make: makeFactories(client), clock: new TestClock() }, ['createUserType'])
  // As the owner of a new workspace has it.
  const userId = (await client.call('getUser', { params: { userId: 'me' } })).body.id
  await client.call('assignUserRole', { params: { userId }, body: { type: 'SUPER_ADMIN' } })
  await atRest(remote)
  return remote
}

/** A closed file is whole, and so is its log. */
export async function expectWhole(dataFile: string, when: string): Promise<void> {
  const integrity = await withDatabase(dataFile, (database) => database.first('PRAGMA integrity_check'))
  expect(integrity, when).toEqual({ integrity_check: 'ok' })
  expect((await verifyLogFile(dataFile, {})).violation, when).toBeNull()
}

/**
 * Both hold the same, and as many objects: none is there twice.
 * @param refused what is only here, since it cannot be brought there
 */
export async function expectInStep(
  here: ServiceProcess,
  connectionId: string,
  when: string,
  refused: SyncPlanView['refused'] = [],
): Promise<number> {
  const left = refused.map(({ kind, name }) => `outgoing ${kind} ${name}: only ours`)
  expect((await differencesWith(here, connectionId)).sort(), when).toEqual(left.sort())
  const { objects } =
    (await here.client.call('getComparison', { params: { connectionId } })).body ?? expect.unreachable(when)
  expect(objects.ours, when).toBe(objects.theirs + refused.length)
  return objects.ours
}
