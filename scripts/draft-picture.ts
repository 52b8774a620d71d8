import type { HeadlessService } from '../test/helpers/headless-service.ts'
import { jobEnded, sampleChanges } from './sample-changes.ts'

/**
 * A draft of the sample organization in which some was changed, and what publishing it would change.
 * @returns its path, and that of a policy that it has changed
 */
export async function changedDraft(service: HeadlessService): Promise<{ path: string; policy: string }> {
  const { request } = service
  const { id } = await request<{ id: string }>('POST', '/gatehouse/v1/drafts', { name: 'Second factor for all' })
  const path = `/drafts/${id}`
  const inDraft = sampleChanges(service, path)
  await inDraft.removeRule('Office staff', 'Second factor exempt (until March)')
  await inDraft.activateRule('Contractors', 'Contractors elsewhere')
  await inDraft.changeRule('Ships and warehouses', 'Crew visiting a warehouse', {
    signon: { requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 },
  })
  await inDraft.addGroup('Weekend dispatch', 'On duty from Friday evening')
  await jobEnded(service, await request<{ id: string }>('POST', `/gatehouse/v1${path}/plan`, {}))
  return { path, policy: await inDraft.policyId('Office staff') }
}
