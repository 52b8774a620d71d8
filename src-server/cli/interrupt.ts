import { UserFacingError } from '#contract/interface/user-facing-error.ts'

/** What ends a program that runs in a pipeline, or in a terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Has work end where the program is asked to end, so that what was done until then is written down, and what it needed is removed. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const cancel = () => controller.abort('CANCELLED')
  for (const name of SIGNALS) process.on(name, cancel)
  try {
    return await work(controller.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, cancel)
  }
}

/** As {@link untilInterrupted}, of work that changes nothing. @throws UserFacingError where it was interrupted */
export const changingNothing = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  untilInterrupted((signal) =>
    work(signal).catch((error: unknown) => {
      throw signal.aborted ? new UserFacingError('It was interrupted; nothing was changed.') : error
    }),
  )
