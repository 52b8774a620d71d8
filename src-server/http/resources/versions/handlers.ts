import type { versionRoutes } from '#contract/routes/versions.ts'
import { listVersions, newestVersion, requireVersion } from '#operations/versions/read-versions.ts'
import { restoreVersion, undoVersion, undoVersions } from '#operations/versions/restore/restore-version.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentDetail, presentVersion } from './presenter.ts'

type Asked = Pick<HandlerInput<(typeof versionRoutes)['undoVersion']>, 'service' | 'reader' | 'base' | 'hasScope'>
type Input = Asked & { params: { versionId: string } }

/** Who asks for a restoration, and what opens the secrets that stay. */
const askingOf = ({ service: { secretBox: box }, hasScope }: Asked) => ({ box, hasScope })

const versionOf = ({ reader, hasScope, params }: Input) => requireVersion(reader, hasScope, params.versionId)

async function detailReply({ service, reader, base }: Asked, version: Awaited<ReturnType<typeof requireVersion>>) {
  const { names } = await service.snapshot()
  return { body: await presentDetail(version, { reader, names, base }) }
}

/** What the object of a version is now. */
async function newestReply(input: Input) {
  return detailReply(input, await newestVersion(input.reader, await versionOf(input)))
}

export const versionHandlers: HandlerTable<typeof versionRoutes> = {
  listVersions: async ({ reader, hasScope, query }) => {
    const { items, next } = await listVersions(reader, hasScope, query)
    return { body: items.map(presentVersion), next }
  },

  getVersion: async (input) => detailReply(input, await versionOf(input)),

  restoreVersion: async (input) => {
    const { versionId } = input.params
    const { expectedVersion } = input.body
    await input.write((tx) => restoreVersion(tx, askingOf(input), { versionId, expectedVersion }))
    return newestReply(input)
  },

  undoVersion: async (input) => {
    await input.write((tx) => undoVersion(tx, askingOf(input), input.params.versionId))
    return newestReply(input)
  },

  undoVersions: async (input) => {
    await input.write((tx) => undoVersions(tx, askingOf(input), input.body.changes))
    return { body: undefined }
  },
}
