import type { HeadlessService } from '../test/helpers/headless-service.ts'
import { jobEnded, sampleChanges } from './sample-changes.ts'

interface Job {
  id: string
}
interface Plan {
  id: string
  needsConfirmation: boolean
}
const NAME = 'Staging'
const OFTEN = { requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 }

/**
 * Pulls an organization into another workspace, and changes both sides since, so that there is something to decide.
 * @returns the id of the connection
 */
export async function differSince(here: HeadlessService, remote: HeadlessService): Promise<string> {
  const { id } = await here.request<{ id: string }>('POST', '/gatehouse/v1/connections', {
    ...{ name: NAME, address: remote.url, mayWrite: true },
    authentication: { type: 'API_TOKEN', token: remote.token },
  })
  const at = `/gatehouse/v1/connections/${id}`
  await jobEnded(here, await here.request<Job>('POST', `${at}/pull`, {}))
  const [own, theirs] = [sampleChanges(here), sampleChanges(remote)]
  await own.changeRule('Contractors', 'At our sites', { name: 'At our sites, supervised' })
  await theirs.changeRule('Contractors', 'At our sites', {
    ...{ name: 'At our sites, on site', signon: { requireFactor: false } },
  })
  await own.addGroup('Night crew', 'Berths 4 to 9')
  await theirs.addGroup('Harbour pilots', 'On call around the clock')
  await jobEnded(here, await here.request<Job>('POST', `${at}/compare`, {}))
  return id
}

/** Changes more here, and plans what brings all of it to the remote. */
export async function planSince(here: HeadlessService, connectionId: string): Promise<void> {
  const own = sampleChanges(here)
  await own.changeRule('Ships and warehouses', 'Shared terminals', { signon: OFTEN })
  await own.activateRule('Contractors', 'Contractors elsewhere')
  await own.removeRule('Office staff', 'Second factor exempt (until March)')
  const body = { prefer: 'workspace' }
  await jobEnded(here, await here.request<Job>('POST', `/gatehouse/v1/connections/${connectionId}/plan`, body))
}

/** Applies the plan, once something that it changes was changed at the remote: it stops there. */
export async function stopPlan(here: HeadlessService, remote: HeadlessService, connectionId: string): Promise<void> {
  await sampleChanges(remote).changeRule('Ships and warehouses', 'Shared terminals', {
    name: 'Shared terminals, with a badge',
  })
  const [plan] = await here.request<Plan[]>('GET', `/gatehouse/v1/sync-plans?connectionId=${connectionId}`)
  if (!plan) throw new Error('there is no plan')
  const body = { partial: true, ...(plan.needsConfirmation && { confirmation: NAME }) }
  await jobEnded(here, await here.request<Job>('POST', `/gatehouse/v1/sync-plans/${plan.id}/apply`, body), 'FAILED')
}
