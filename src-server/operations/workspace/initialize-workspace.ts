import type { Engine } from '../../contract/workspace.ts'
import { newId } from '../../db/ids.ts'
import type { Store } from '../../db/store.ts'
import { fillNewOrganization } from '../new-organization.ts'
import { chainOlderEvents } from '../audit/proof/chain.ts'
import { createService, type Act } from '../service.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { completeOrganization } from './complete-organization.ts'

/**
 * Fills a workspace that was just made, in one transaction; one that has an organization only gets what an older version
 * did not give it.
 * @returns the engine of the workspace, whatever was asked for
 */
export async function initializeWorkspace(store: Store, engine: Engine, clock: () => number): Promise<Engine> {
  const existing = await readSetting(store.read, 'engine')
  const service = createService({ store, version: '', engine: existing ?? engine, clock, url: () => '' })
  if (existing) {
    await chainOlderEvents(store)
    const administrator = await readSetting(store.read, 'administrator')
    await completeOrganization(service, initialAct(administrator?.id ?? 'unknown'))
    return existing
  }
  const administrator = {
    id: newId('user'),
    login: 'administrator@gatehouse.local',
    displayName: 'Local administrator',
  }
  await service.write(initialAct(administrator.id), async (unit) => {
    await fillNewOrganization(unit, service, administrator.id)
    await writeSetting(unit.statements, 'engine', engine)
    await writeSetting(unit.statements, 'organization', { id: newId('org'), name: 'My organization' })
    await writeSetting(unit.statements, 'administrator', administrator)
    await writeSetting(unit.statements, 'sampleLoaded', false)
  })
  return engine
}

/** The act of making or completing; nothing of it is logged, for nobody did it. */
function initialAct(administratorId: string): Act {
  return {
    actor: { id: administratorId, type: 'User', alternateId: null, displayName: null, detailEntry: null },
    tokenId: null,
    transactionId: 'new-workspace',
    transactionType: 'JOB',
    ip: null,
    userAgent: null,
    requestUri: null,
  }
}
