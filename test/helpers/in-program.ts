import type { ElectronApplication } from '@playwright/test'

type Program = typeof Electron.CrossProcessExports

/**
 * Calls a function in the main process of the desktop under test; it sees nothing of the test but what it is given.
 * WHY it has to be async: the debugger holds the promise of an answer weakly, and a plain value comes back through one that
 * nothing else holds. A collection of garbage before its turn loses the answer: one call of a hundred, while the program
 * is busy. The promise of an async function is held until it has been answered.
 */
export function inProgram<Result, Given = void>(
  app: ElectronApplication,
  act: (electron: Program, given: Given) => Promise<Result>,
  given?: Given,
): Promise<Result> {
  // eslint-disable-next-line no-restricted-syntax -- this is the one place
  return app.evaluate(act as (electron: Program, given: unknown) => Promise<Result>, given)
}
