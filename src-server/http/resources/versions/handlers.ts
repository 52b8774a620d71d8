import type { versionRoutes } from '#contract/routes/versions.ts'
import { listVersions, newestVersion, requireVersion } from '#operations/versions/read-versions.ts'
import { restoreVersion } from '#operations/versions/restore/restore-version.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentDetail, presentVersion } from './presenter.ts'

export const versionHandlers: HandlerTable<typeof versionRoutes> = {
  listVersions: async ({ reader, query }) => {
    const { items, next } = await listVersions(reader, query)
    return { body: items.map(presentVersion), next }
  },

  getVersion: async ({ service, reader, params }) => {
    const { names } = await service.snapshot()
    return { body: await presentDetail(await requireVersion(reader, params.versionId), { reader, names }) }
  },

  restoreVersion: async ({ service, reader, write, params, body }) => {
    await write((tx) => restoreVersion(tx, params.versionId, body.expectedVersion))
    const newest = await newestVersion(reader, await requireVersion(reader, params.versionId))
    const { names } = await service.snapshot()
    return { body: await presentDetail(newest, { reader, names }) }
  },
}
