import type { Engine } from '#contract/gatehouse/workspace.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import type { Store } from '#db/store.ts'
import { recordFirstVersions } from '../versions/record-versions.ts'
import { insertOrganization } from '../organization/organization.ts'
import { readSetting, unreadableSettings, writeSetting } from '../service/settings.ts'
import { fillNewOrganization } from './new-organization.ts'
import { insertOwner } from './owner.ts'

/**
 * Fills a workspace that was just made, in one transaction; one that has an organization is left as it is.
 * @param options what is asked of a new one; the address of its owner is that of {@link insertOwner} where it is absent
 * @returns the engine of the workspace, whatever was asked for @throws StartError FILE_CORRUPT without a setting that has no default
 */
export async function initializeWorkspace(
  store: Store,
  { engine, owner }: { engine: Engine; owner?: string | undefined },
  clock: () => number,
): Promise<Engine> {
  const existing = await readSetting(store.read, 'engine')
  await assertReadable(store, existing)
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

/** All other settings have a default, which stands where another program left no value of theirs. */
async function assertReadable({ read, file }: Store, engine: Engine | null): Promise<void> {
  const isWhole = engine
    ? (await readSetting(read, 'organization')) !== null
    : !(await unreadableSettings(read)).includes('engine')
  if (isWhole) return
  const key = engine ? 'organization' : 'engine'
  throw new StartError(
    'FILE_CORRUPT',
    `The setting “${key}” of ${file} cannot be read: another program changed it. Restore a backup, or choose another file.`,
  )
}
