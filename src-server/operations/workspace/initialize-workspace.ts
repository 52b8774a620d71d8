import type { Engine } from '#contract/gatehouse/workspace.ts'
import { newId } from '#db/ids.ts'
import type { Store } from '#db/store.ts'
import { recordFirstVersions } from '../versions/record-versions.ts'
import { insertOrganization } from '../organization/organization.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { fillNewOrganization } from './new-organization.ts'

/**
 * Fills a workspace that was just made, in one transaction; one that has an organization is left as it is.
 * @returns the engine of the workspace, whatever was asked for
 */
export async function initializeWorkspace(store: Store, engine: Engine, clock: () => number): Promise<Engine> {
  const existing = await readSetting(store.read, 'engine')
  if (existing) return existing
  const administrator = {
    id: newId('user'),
    login: 'administrator@gatehouse.local',
    displayName: 'Local administrator',
  }
  await store.write(async (transaction) => {
    const tx = Object.assign(transaction, { engine, now: new Date(clock()).toISOString() })
    await fillNewOrganization(tx)
    await recordFirstVersions(tx)
    await writeSetting(tx, 'engine', engine)
    await insertOrganization(tx, 'My organization')
    await writeSetting(tx, 'administrator', administrator)
    await writeSetting(tx, 'sampleLoaded', false)
  })
  return engine
}
