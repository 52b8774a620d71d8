import { BaseError } from 'sequelize'
import { ApiError } from '#contract/interface/api-error.ts'
import { isDriverError, resultClass } from './driver.ts'

/** Results that leave the file unchanged, so that the next attempt may succeed. */
const UNWRITABLE = new Set(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_IOERR'])
const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** Results of a rule or a trigger that another program put into the file: what ours refuse is checked before. */
const FOREIGN_RULE = new Set(['SQLITE_CONSTRAINT_CHECK', 'SQLITE_CONSTRAINT_TRIGGER'])

/** A write that something in the file keeps out, although SQLite reports no error. */
export class KeptOut extends Error {}

/** The driver's error inside the errors that wrap it. */
export function driverError(error: unknown): { code: string; message: string } | null {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; depth++) {
    if (isDriverError(inner)) return inner
    inner = inner.cause
  }
  return null
}

/**
 * Runs the work of a model and throws the driver's errors. No error keeps the statement, whose text holds values that must not be logged.
 * @throws Error of the driver; one of Sequelize's own if the work never reached it, as after the end of its transaction
 */
export async function withDriverErrors<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { parent } = error as { parent?: unknown }
    const cause = error instanceof BaseError && parent instanceof Error ? parent : error
    delete (cause as { sql?: string }).sql
    throw cause
  }
}

/** Translates an error of the store by its class, never by its text; any other error is returned unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  const code = driverError(error)?.code ?? ''
  if (error instanceof KeptOut) return touched(error.message, error)
  if (TAKEN.has(code)) return new ApiError('E0000113', { values: { why: 'another object has this value' } })
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return new ApiError('E0000048')
  if (FOREIGN_RULE.has(code) || resultClass(code) === 'SQLITE_CORRUPT')
    return touched(`the workspace file is damaged or refuses this (${code})`, error)
  if (!UNWRITABLE.has(resultClass(code))) return error
  return new ApiError('E0000010', {
    causes: [{ errorSummary: `the workspace file could not be written (${code}); nothing was changed` }],
  })
}

/** WHY the advice: the refusal alone does not tell a damaged disk from another program. */
function touched(what: string, cause: unknown): ApiError {
  const advice = 'nothing was changed; verify the audit log, which says whether another program changed the file'
  const refusal = new ApiError('E0000010', { causes: [{ errorSummary: `${what}; ${advice}` }] })
  refusal.cause = cause
  return refusal
}
