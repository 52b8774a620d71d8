import { rm, stat } from 'node:fs/promises'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { insertMany } from '#db/bulk.ts'
import type { SqlValue } from '#db/driver.ts'
import { EVERY_ROW } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { FILL_USER_VALUES } from '#db/migrations/0130-user-values.ts'
import { openStore } from '#db/store.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'
import { readSetting, writeSetting, type StoredOrganization } from '#operations/service/settings.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { largeWorkspace } from './index.ts'
import { END, iso, type Defaults } from './plan.ts'
import { sizeProblem, type WorkspaceSizes } from './sizes.ts'

/** What was asked for makes no workspace; `message` is one sentence for a person. */
export class WorkspaceProblem extends Error {}

export interface LargeWorkspaceOptions {
  sizes: WorkspaceSizes
  /** Another seed gives another organization. */
  seed: string
  engine: Engine
  /** Told of each table once its rows are in the file. */
  onTable?: (table: string, rows: number) => void
}

/**
 * Makes a workspace file of any size, as the service would have it after long use, without a log of events.
 * @throws WorkspaceProblem where the sizes make no sense or the file exists; nothing is left behind
 */
export async function writeLargeWorkspace(file: string, options: LargeWorkspaceOptions): Promise<void> {
  const problem = sizeProblem(options.sizes, options.engine)
  if (problem) throw new WorkspaceProblem(problem)
  if (await stat(file).catch(() => null)) throw new WorkspaceProblem(`${file} exists already.`)
  try {
    await fill(file, options)
  } catch (error) {
    for (const end of ['', '-wal', '-shm', '.key', '.sealed']) await rm(file + end, { force: true })
    throw error
  }
}

/** Pages of the growing indexes that do not fit in memory would be written again and again. */
const CACHE = 'PRAGMA cache_size = -131072'

/** What keeps up the indexes of the large tables: making them of all rows takes a fraction of that. */
const KEPT_UP = `SELECT type, name, sql FROM sqlite_master WHERE name = 'user_values_inserted'
  OR (type = 'index' AND tbl_name IN ('users', 'group_members') AND sql LIKE 'CREATE INDEX %')`

async function withoutIndexes(tx: WriteTransaction, work: () => Promise<void>): Promise<void> {
  const all = await tx.all<{ type: string; name: string; sql: string }>(KEPT_UP)
  for (const { type, name } of all) await tx.all(`DROP ${type} ${name}`)
  await work()
  for (const { sql } of all) await tx.all(sql)
  await tx.run('DELETE FROM user_values')
  await tx.run(FILL_USER_VALUES)
}

/** All that touches the store. */
async function fill(file: string, { sizes, seed, engine, onTable }: LargeWorkspaceOptions): Promise<void> {
  const store = await openStore(file, iso(END))
  try {
    await initializeWorkspace(store, { engine }, () => END)
    const defaults = await readDefaults(store.read, engine)
    await store.write(async (tx) => {
      await tx.all(CACHE)
      await withoutIndexes(tx, async () => {
        for (const { table, columns, rows } of largeWorkspace(seed, sizes, defaults)) {
          const run = (sql: string, params: readonly SqlValue[]) => tx.write(table, EVERY_ROW, sql, params)
          const count = await insertMany({ run }, table, columns, rows)
          onTable?.(table, count)
        }
      })
      await tx.write('policies', EVERY_ROW, DEFAULTS_LAST, [])
      const organization = (await readSetting(tx, 'organization')) as StoredOrganization
      const name = `Organization of ${sizes.people.toLocaleString('en')} people`
      await writeSetting(tx, 'organization', { ...organization, name })
    })
    await store.checkpoint()
  } finally {
    await store.close()
  }
}

/** The default policy of a type that goes by priority follows all others. */
const DEFAULTS_LAST = `UPDATE policies SET priority = (SELECT count(*) FROM policies other WHERE other.type = policies.type)
  WHERE system = 1 AND id LIKE '00p%' AND authorization_server_id IS NULL`

const DEFAULT_POLICY = (type: string) => `(SELECT id FROM policies WHERE system = 1 AND type = '${type}')`

const DEFAULTS = `SELECT
  (SELECT value ->> '$.id' FROM settings WHERE key = 'owner') AS administratorId,
  ${EVERYONE_ID} AS everyoneGroupId,
  (SELECT id FROM user_types WHERE is_default = 1) AS userTypeId,
  ${DEFAULT_POLICY('ACCESS_POLICY')} AS accessPolicyId,
  ${DEFAULT_POLICY('PROFILE_ENROLLMENT')} AS profileEnrollmentId`

async function readDefaults(read: Reader, engine: Engine): Promise<Defaults> {
  const found = await read.first<Omit<Defaults, 'engine'>>(DEFAULTS)
  if (!found) throw new Error('a new workspace has no defaults')
  return { ...found, engine }
}
