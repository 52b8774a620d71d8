import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { drafts } from '#db/tables/drafts.ts'
import { withCopy } from '#operations/drafts/copy-workspace.ts'
import { keepBase, nameDraft, requireDraftFiles, takeNamedBase, withFreshBase } from '#operations/drafts/draft-files.ts'
import { settleDrafts } from '#operations/drafts/drafts.ts'
import type { DraftHost, Service } from '#operations/service/service.ts'
import { withClosedWorkspace } from './closed-workspace.ts'

/** Has a closed workspace read and write itself by its own interface, and open its drafts, as one that is served does. */
export function equip(service: Service): void {
  service.own.caller = inProcessCaller(service)
  service.own.writer = inProcessWriter(service)
  service.drafts.host = closedDrafts(service)
}

/** Opens the drafts of a closed workspace for a while each, without serving them. */
function closedDrafts(service: Service): DraftHost {
  async function filesOf(id: string) {
    const files = await requireDraftFiles(service.store.file, await drafts.require(service.reader, id))
    await nameDraft(files)
    await keepBase(files)
    return files
  }
  const open = <T>(file: string, work: (of: Service) => Promise<T>) =>
    withClosedWorkspace(file, '', (of) => {
      of.own.caller = inProcessCaller(of)
      of.own.writer = inProcessWriter(of)
      return work(of)
    })
  return {
    use: async (id, work) => open((await filesOf(id)).draft, work),
    useBase: async (id, work) => {
      const files = await filesOf(id)
      await takeNamedBase(files)
      return open(files.base, work)
    },
    useFresh: async (id, work) =>
      withFreshBase(service.store.file, await filesOf(id), (file, name) => open(file, (fresh) => work(fresh, name))),
    useCopy: async (work) => {
      // What a run that was killed has left.
      await settleDrafts(service)
      return withCopy(service.store.file, (file) => open(file, work))
    },
    opened: () => undefined,
    whileClosed: (_id, work) => work(),
  }
}
