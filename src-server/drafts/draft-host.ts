import { setTimeout } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { apiTokens } from '#db/tables/api-tokens.ts'
import { apps } from '#db/tables/apps.ts'
import { drafts as table } from '#db/tables/drafts.ts'
import { users } from '#db/tables/users.ts'
import { withCopy } from '#operations/drafts/copy-workspace.ts'
import { keepBase, nameDraft, requireDraftFiles, takeNamedBase, withFreshBase } from '#operations/drafts/draft-files.ts'
import { activeJobs } from '#operations/jobs/queue-job.ts'
import type { DraftHost, DraftPlace } from '#operations/service/service.ts'
import { closeService, openBase, openCopy, openDraft, type OpenDraft, type Origin } from './open-draft.ts'

const LOOK_MS = 30_000
/** How long requests under way may take once a draft is to be closed. */
const DRAIN_MS = 5_000
const DRAIN_STEP_MS = 20

/** A draft that is open or about to be. */
interface Slot {
  open: Promise<OpenDraft>
  /** Once it is open. */
  ready: OpenDraft | null
  users: number
  /** By a clock that is never set, in milliseconds. */
  usedAt: number
}

/** A host that can be stopped. */
export interface RunningDraftHost extends DraftHost {
  /** As {@link DraftHost.use}, with what answers requests; null for a draft that is unknown. */
  serve(id: string, work: (open: OpenDraft) => Promise<void>): Promise<boolean>
  stop(): Promise<void>
}

/** Waits for the requests of a draft, for a bounded time. */
async function unusedBy(slot: Slot): Promise<void> {
  for (let waited = 0; slot.users > 0 && waited < DRAIN_MS; waited += DRAIN_STEP_MS) await setTimeout(DRAIN_STEP_MS)
}

function use(slot: Slot): Slot {
  slot.users += 1
  return slot
}

const unavailable = (errorSummary: string) => new ApiError('E0000010', { causes: [{ errorSummary }] })

/**
 * Opens drafts of a workspace when they are used, and closes those that are not used for a while, or that others need the room of.
 * @param options.lookMs how often it looks for unused ones; other than usual in tests only
 */
export function createDraftHost(origin: Origin, { lookMs = LOOK_MS } = {}): RunningDraftHost {
  const { service, log } = origin
  const slots = new Map<string, Slot>()
  const closing = new Map<string, Promise<unknown>>()
  const steady = () => service.clockWatch.steady()
  let isStopping = false

  const placeOf = (id: string): DraftPlace => ({
    id,
    name: async () => (await table.get(service.reader, id))?.name ?? '',
    isRevoked: async (token) => {
      const draft = await table.get(service.reader, id)
      if (draft && token.created >= draft.created) return false
      return !(await apiTokens.get(service.reader, token.id))
    },
    isBarred: async (holder) => {
      const known = holder.kind === 'user' ? users : apps
      if (!(await known.get(service.reader, holder.id))) return false
      return !(await service.roles.rightsOf(holder)).canAct
    },
  })

  const filesOf = async (id: string) => requireDraftFiles(service.store.file, await table.require(service.reader, id))

  async function start(id: string): Promise<OpenDraft> {
    const files = await filesOf(id)
    await nameDraft(files)
    await keepBase(files)
    return openDraft(origin, files.draft, placeOf(id))
  }

  /** Whether nothing is under way in a draft, neither a request nor a job. */
  async function isUnused(slot: Slot): Promise<boolean> {
    if (!slot.ready || slot.users > 0) return false
    return (await activeJobs(slot.ready.service.reader)).length === 0 && slot.users === 0
  }

  /** Closes the one that was not used for the longest time. @throws ApiError E0000010 while all are in use */
  async function makeRoom(): Promise<void> {
    for (const [id, slot] of [...slots].sort(([, a], [, b]) => a.usedAt - b.usedAt))
      if ((await isUnused(slot)) && slots.get(id) === slot) return void (await shut(id, slot))
    if (slots.size >= LIMITS.draftsOpen)
      throw unavailable(`${LIMITS.draftsOpen} drafts are in use, as many as can be open at a time.`)
  }

  /** INVARIANT: nothing can begin to use it before it is closed. */
  function shut(id: string, slot: Slot): Promise<unknown> {
    slots.delete(id)
    const closed = unusedBy(slot)
      .then(() => slot.open)
      .then((open) => open.close())
      .catch((error: unknown) => log.error({ err: error, draft: id }, 'a draft could not be closed'))
      .finally(() => closing.get(id) === closed && closing.delete(id))
    closing.set(id, closed)
    return closed
  }

  /** Its slot, with the caller among its users: what comes next must not take an unused one for free. */
  async function taken(id: string): Promise<Slot> {
    for (;;) {
      if (isStopping) throw unavailable('The service is stopping.')
      const [busy, known] = [closing.get(id), slots.get(id)]
      if (known) return use(known)
      if (busy) await busy
      else if (slots.size >= LIMITS.draftsOpen) await makeRoom()
      else break
    }
    const slot: Slot = { open: start(id), ready: null, users: 0, usedAt: steady() }
    slots.set(id, slot)
    slot.open.then(
      (open) => (slot.ready = open),
      () => slots.get(id) === slot && slots.delete(id),
    )
    return use(slot)
  }

  async function withOpen<T>(id: string, work: (open: OpenDraft) => Promise<T>): Promise<T> {
    const slot = await taken(id)
    try {
      return await work(await slot.open)
    } catch (error) {
      throw error instanceof StartError ? unavailable(error.message) : error
    } finally {
      slot.users -= 1
      slot.usedAt = steady()
    }
  }

  async function closeIdle(): Promise<void> {
    for (const [id, slot] of slots) {
      if (steady() - slot.usedAt < LIMITS.draftIdleMs || !(await isUnused(slot)) || slots.get(id) !== slot) continue
      await shut(id, slot)
    }
  }

  const looking = setInterval(() => {
    closeIdle().catch((error: unknown) => log.error({ err: error }, 'unused drafts could not be closed'))
  }, lookMs)
  looking.unref()

  return {
    use: (id, work) => withOpen(id, (open) => work(open.service)),
    serve: async (id, work) => {
      if (!(await table.get(service.reader, id))) return false
      await withOpen(id, work)
      return true
    },
    useBase: async (id, work) => {
      const files = await filesOf(id)
      // One that was never opened has none yet.
      await withOpen(id, () => Promise.resolve())
      await takeNamedBase(files)
      const base = await openBase(origin, files.base, placeOf(id))
      try {
        return await work(base)
      } finally {
        await closeService(base)
      }
    },
    useFresh: async (id, work) => {
      const files = await filesOf(id)
      await withOpen(id, () => Promise.resolve())
      // What stands under the name of the workspace may be another file.
      service.store.requireFile()
      return withFreshBase(service.store.file, files, async (file, name) => {
        service.store.requireFile()
        const fresh = await openBase(origin, file, placeOf(id))
        return work(fresh, name).finally(() => closeService(fresh))
      })
    },
    useCopy: async (work) => {
      service.store.requireFile()
      return withCopy(service.store.file, async (file, id) => {
        const copy = await openCopy(origin, file, placeOf(id))
        return work(copy).finally(() => closeService(copy))
      })
    },
    opened: (id) => slots.get(id)?.ready?.service,
    whileClosed: async (id, work) => {
      for (let busy = closing.get(id); busy; busy = closing.get(id)) await busy
      const slot = slots.get(id)
      const done = (slot ? shut(id, slot) : Promise.resolve()).then(work)
      const over = done.catch(() => {}).finally(() => closing.get(id) === over && closing.delete(id))
      closing.set(id, over)
      return done
    },
    stop: async () => {
      isStopping = true
      clearInterval(looking)
      await Promise.all([...closing.values(), ...[...slots].map(([id, slot]) => shut(id, slot))])
    },
  }
}
