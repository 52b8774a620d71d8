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
  | 'OWNER_INVALID'
  | 'VOCABULARY_INVALID'
  | 'TOKEN_INVALID'
  | 'TOKEN_UNREADABLE'
  | 'TOKEN_UNWRITABLE'

const DAMAGED: ReadonlySet<string> = new Set<StartErrorCode>(['FILE_CORRUPT', 'WAL_FOREIGN', 'WAL_DAMAGED'])

/** Whether a workspace does not open because of what it holds, so that a backup helps. */
export const isDamaged = (error: unknown): boolean => error instanceof StartError && DAMAGED.has(error.code)
