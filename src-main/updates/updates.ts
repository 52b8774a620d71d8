import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { Update, UpdateState } from '../ipc/contract.ts'
import { UserFacingError } from '../ipc/call.ts'
import type { UpdateMode } from './update-mode.ts'
import { releaseOf } from './release.ts'
import { updateProblem } from './update-problem.ts'

/** What updates need from around them; given, so that they run in a test as in the desktop. */
export interface UpdateParts {
  mode: UpdateMode
  /** Made at the first check: the start does not wait for it. */
  openUpdater(): Promise<AppUpdater>
  /** Titles of the background work that an end of the program would cut short. */
  runningWork(): Promise<string[]>
  /** Ends the program as a person would, and installs once it has ended. */
  quitAndInstall(updater: AppUpdater): void
  now(): Date
  onChange(state: UpdateState): void
  report(error: unknown): void
}

/** Updates of the program: each step is asked for by the person. */
export interface Updates {
  state(): UpdateState
  check(): Promise<UpdateState>
  /** @throws UserFacingError when there is nothing that this program may download */
  download(): Promise<UpdateState>
  /** @throws UserFacingError while work runs, or when nothing is downloaded */
  install(): Promise<void>
}

/** Creates updates that have looked for nothing yet. */
export function createUpdates(parts: UpdateParts): Updates {
  const { mode } = parts
  let state: UpdateState = mode.kind === 'off' ? { state: 'off', reason: mode.reason } : { state: 'idle' }
  let opened: Promise<AppUpdater> | null = null

  function become(next: UpdateState): UpdateState {
    state = next
    parts.onChange(state)
    return state
  }

  function updater(): Promise<AppUpdater> {
    opened ??= parts.openUpdater().then((made) => {
      made.on('download-progress', ({ percent }) => {
        if (state.state === 'downloading') become({ ...state, percent: Math.floor(percent) })
      })
      return made
    })
    return opened
  }

  function fail(error: unknown): UpdateState {
    parts.report(error)
    return become({ state: 'failed', message: updateProblem(error) })
  }

  const describe = (info: UpdateInfo): Update => ({
    ...releaseOf(info),
    hint: mode.kind === 'install' ? null : mode.reason,
  })

  return {
    state: () => state,

    async check() {
      // A second click waits for nothing: the first answer comes as a notice.
      if (['off', 'checking', 'downloading', 'ready'].includes(state.state)) return state
      become({ state: 'checking' })
      try {
        const result = await (await updater()).checkForUpdates()
        if (result?.isUpdateAvailable) return become({ state: 'available', update: describe(result.updateInfo) })
        return become({ state: 'current', checkedAt: parts.now().toISOString() })
      } catch (error) {
        return fail(error)
      }
    },

    async download() {
      if (state.state !== 'available' || mode.kind !== 'install')
        throw new UserFacingError('NOTHING_TO_DOWNLOAD', 'There is no update that this program can install.')
      const { update } = state
      become({ state: 'downloading', update, percent: 0 })
      try {
        await (await updater()).downloadUpdate()
        return become({ state: 'ready', update })
      } catch (error) {
        return fail(error)
      }
    },

    async install() {
      if (state.state !== 'ready') throw new UserFacingError('NOT_DOWNLOADED', 'No update has been downloaded.')
      const work = await parts.runningWork()
      if (work.length > 0)
        throw new UserFacingError('WORK_RUNS', `Updates wait for running work: ${work.join(', ')}. Try again after it.`)
      parts.quitAndInstall(await updater())
    },
  }
}
