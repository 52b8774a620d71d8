import { dirname } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { resultClass } from './driver.ts'
import { driverError } from './errors.ts'

/** The file is a workspace but cannot be read completely. */
export function corrupt(file: string, cause?: unknown): StartError {
  return new StartError(
    'FILE_CORRUPT',
    `${file} is damaged; it was left as it is. Restore a backup, or choose another file.`,
    { cause },
  )
}

const BY_DRIVER_CODE: Readonly<Record<string, (file: string, cause: unknown) => StartError>> = {
  SQLITE_CORRUPT: corrupt,
  SQLITE_NOTADB: corrupt,
  SQLITE_FULL: (file, cause) => new StartError('DISK_FULL', `There is no room left for ${file}.`, { cause }),
  SQLITE_IOERR: (file, cause) => new StartError('DISK_FAILED', `The disk refused to read or write ${file}.`, { cause }),
  SQLITE_CANTOPEN: (file, cause) =>
    new StartError('FOLDER_READ_ONLY', `${file} cannot be opened for writing.`, { cause }),
  SQLITE_READONLY: (file, cause) => new StartError('FILE_READ_ONLY', `${file} cannot be written to.`, { cause }),
  SQLITE_BUSY: (file, cause) => new StartError('FILE_IN_USE', `${file} is in use by another program.`, { cause }),
}

const BY_SYSTEM_CODE: Readonly<Record<string, (file: string, cause: unknown) => StartError>> = {
  EACCES: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  EPERM: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  EROFS: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  ENOENT: (file, cause) => new StartError('FOLDER_READ_ONLY', `No file can be made in ${dirname(file)}.`, { cause }),
  ENOTDIR: (file, cause) => new StartError('FOLDER_MISSING', `${dirname(file)} is not a folder.`, { cause }),
  ENOSPC: (file, cause) => new StartError('DISK_FULL', `There is no room left for ${file}.`, { cause }),
}

/** The error for a person when a file cannot be opened or made; any other error is returned unchanged. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error
  const database = driverError(error)
  const make = database
    ? BY_DRIVER_CODE[resultClass(database.code)]
    : BY_SYSTEM_CODE[(error as NodeJS.ErrnoException | undefined)?.code ?? '']
  return make ? make(file, error) : error
}
