import type { versionRoutes } from '#contract/routes/versions.ts'
import { listVersions, newestVersion, requireVersion } from '#operations/versions/read-versions.ts'
import { restoreVersion, undoVersion, undoVersions } from '#operations/versions/restore/restore-version.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentDetail, presentVersion } from './presenter.ts'

type Input = Pick<HandlerInput<(typeof versionRoutes)['undoVersion']>, 'service' | 'reader' | 'params'>

/** What the object of a version is now. */
async function newestReply({ service, reader, params }: Input) {
  const newest = await newestVersion(reader, await requireVersion(reader, params.versionId))
  const { names } = await service.snapshot()
  return { body: await presentDetail(newest, { reader, names }) }
}

export const versionHandlers: HandlerTable<typeof versionRoutes> = {
  listVersions: async ({ reader, query }) => {
    const { items, next } = await listVersions(reader, query)
    return { body: items.map(presentVersion), next }
  },

  getVersion: async ({ service, reader, params }) => {
    const { names } = await service.snapshot()
    return { body: await presentDetail(await requireVersion(reader, params.versionId), { reader, names }) }
  },

  restoreVersion: async (input) => {
    const { write, params, body } = input
    await write((tx) => restoreVersion(tx, params.versionId, body.expectedVersion))
    return newestReply(input)
  },

  undoVersion: async (input) => {
    await input.write((tx) => undoVersion(tx, input.params.versionId))
    return newestReply(input)
  },

  undoVersions: async ({ write, body }) => {
    await write((tx) => undoVersions(tx, body.changes))
    return { body: undefined }
  },
}
