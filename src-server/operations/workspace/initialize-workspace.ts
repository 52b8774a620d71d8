import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Store } from '#db/store.ts'
import { recordFirstVersions } from '../versions/record-versions.ts'
import { insertOrganization } from '../organization/organization.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { fillNewOrganization } from './new-organization.ts'
import { insertOwner } from './owner.ts'

/**
 * Fills a workspace that was just made, in one transaction; one that has an organization is left as it is.
 * @param options what is asked of a new one; the address of its owner is that of {@link insertOwner} where it is absent
 * @returns the engine of the workspace, whatever was asked for
 */
export async function initializeWorkspace(
  store: Store,
  { engine, owner }: { engine: Engine; owner?: string | undefined },
  clock: () => number,
): Promise<Engine> {
  const existing = await readSetting(store.read, 'engine')
  if (existing) return existing
  await store.write(async (transaction) => {
    const tx = Object.assign(transaction, { engine, now: new Date(clock()).toISOString() })
    await fillNewOrganization(tx)
    await insertOwner(tx, owner)
    await recordFirstVersions(tx)
    await writeSetting(tx, 'engine', engine)
    await insertOrganization(tx, 'My organization')
    await writeSetting(tx, 'sampleLoaded', false)
  })
  return engine
}
