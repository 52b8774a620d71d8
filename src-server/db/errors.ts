import { ApiError } from '#contract/interface/api-error.ts'
import { isDriverError, resultClass } from './driver.ts'

/** Why a workspace cannot be opened or served; `message` is one sentence for a person. */
export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
    this.code = code
  }
}
type StartErrorCode =
  | 'PORT_BUSY'
  | 'PORT_FORBIDDEN'
  | 'FILE_NEWER'
  | 'FILE_CORRUPT'
  | 'FILE_FOREIGN'
  | 'FILE_IN_USE'
  | 'FILE_EXISTS'
  | 'FILE_MISSING'
  | 'FILE_LINKED'
  | 'FILE_UNLOCKABLE'
  | 'WAL_FOREIGN'
  | 'WAL_DAMAGED'
  | 'FILE_READ_ONLY'
  | 'FOLDER_MISSING'
  | 'FOLDER_READ_ONLY'
  | 'DISK_FULL'
  | 'DISK_FAILED'
  | 'MIGRATION_FAILED'
  | 'SAMPLE_REFUSED'
  | 'TOKEN_INVALID'
  | 'TOKEN_UNREADABLE'
  | 'TOKEN_UNWRITABLE'

const DAMAGED: ReadonlySet<string> = new Set<StartErrorCode>(['FILE_CORRUPT', 'WAL_FOREIGN', 'WAL_DAMAGED'])

/** Whether a workspace does not open because of what it holds, so that a backup helps. */
export const isDamaged = (error: unknown): boolean => error instanceof StartError && DAMAGED.has(error.code)

/** Results after which the file is as it was and the next attempt may succeed. */
const UNWRITABLE = new Set(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_IOERR'])
const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** The driver's error inside the errors that wrap it. */
export function driverError(error: unknown): { code: string; message: string } | null {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; depth++) {
    if (isDriverError(inner)) return inner
    inner = inner.cause
  }
  return null
}

/** Translates a failure of the store by its class, never by its text; anything else comes back untouched. */
export function translateDatabaseError(error: unknown): unknown {
  const code = driverError(error)?.code ?? ''
  if (TAKEN.has(code)) return new ApiError('E0000113', { values: { why: 'another object has this value' } })
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return new ApiError('E0000048')
  if (!UNWRITABLE.has(resultClass(code))) return error
  return new ApiError('E0000010', {
    causes: [{ errorSummary: `the workspace file could not be written (${code}); nothing was changed` }],
  })
}
