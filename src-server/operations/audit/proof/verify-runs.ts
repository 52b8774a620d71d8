import type { LogVerification } from '#contract/log/log-proof.ts'
import type { Service } from '../../service.ts'

interface Run {
  state: LogVerification
  stopping: AbortController
  ended: Promise<void>
}

/** The last verification of each open workspace, while the service runs. */
const runs = new WeakMap<object, Run>()

const NONE: LogVerification = {
  state: 'NONE',
  started: null,
  finished: null,
  checked: 0,
  total: 0,
  removed: 0,
  sealed: null,
  keys: [],
  violation: null,
  problem: null,
}

/** How far the verification is, or what the last one found. */
export function readVerification({ store }: Service): LogVerification {
  return runs.get(store)?.state ?? NONE
}

/** Begins to verify the log in a thread of its own; one that runs already goes on. */
export function startVerification(service: Service): LogVerification {
  const current = runs.get(service.store)
  if (current?.state.state === 'RUNNING') return current.state
  const stopping = new AbortController()
  const run: Run = {
    state: { ...NONE, state: 'RUNNING', started: service.now() },
    stopping,
    ended: Promise.resolve(),
  }
  runs.set(service.store, run)
  run.ended = verify(service, run)
  return run.state
}

async function verify(service: Service, run: Run): Promise<void> {
  const { signal } = run.stopping
  const onProgress = (progress: Pick<LogVerification, 'checked' | 'total'>) => {
    const { checked, total } = progress
    run.state = { ...run.state, checked, total }
  }
  const end = (more: Partial<LogVerification>) => {
    run.state = { ...run.state, ...more, finished: service.now() }
  }
  try {
    const report = await service.workers.run('verifyLog', {}, { onProgress, signal })
    end({ ...report, state: report.violation ? 'BROKEN' : 'SOUND' })
  } catch (error) {
    if (signal.aborted) end({ state: 'CANCELLED' })
    else end({ state: 'FAILED', problem: error instanceof Error ? error.message : String(error) })
  }
}

/** Gives up the verification that runs, if one does, and waits until it has let go of the file. */
export async function cancelVerification({ store }: Service): Promise<void> {
  const run = runs.get(store)
  run?.stopping.abort()
  await run?.ended
}
