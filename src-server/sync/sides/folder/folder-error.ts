import { SyncError } from '../../sync-error.ts'

/** Why a folder cannot be read or written: the file, and the line in it where that says more. */
export class FolderError extends SyncError {
  constructor(file: string, reason: string, line?: number) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${reason}`)
  }
}
