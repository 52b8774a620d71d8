import type { FileState } from '#contract/gatehouse/workspace.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { identityOf } from './file-facts.ts'

/** Whether an open workspace file is still where it was opened. */
export interface FileWatch {
  /** Looks now; a file that was once lost stays so, for what is put in its place is another one. */
  look(): FileState
  /** @throws ApiError E0000010 when it is lost */
  require(): void
}

const WORDS: Readonly<Record<Exclude<FileState, 'IN_PLACE'>, string>> = {
  MISSING: 'was deleted or moved while it was open',
  REPLACED: 'was replaced by another one while it was open',
}

/** Watches a file, and the write-ahead log that holds its newest changes, by the identity that the system gives them. */
export function watchFile(file: string): FileWatch {
  const paths = [file, `${file}-wal`]
  const opened = paths.map(identityOf)
  let lost: FileState | null = null

  function look(): FileState {
    if (lost) return lost
    const found = paths.map(identityOf)
    // A log that was not there when the file was opened was made since.
    if (opened.some((identity, at) => identity !== null && found[at] === null)) lost = 'MISSING'
    else if (opened.some((identity, at) => identity !== null && found[at] !== identity)) lost = 'REPLACED'
    return lost ?? 'IN_PLACE'
  }

  return {
    look,
    require: () => {
      const state = look()
      if (state === 'IN_PLACE') return
      const why = `the workspace file ${file} ${WORDS[state]}; changes are refused until a file is opened again`
      throw new ApiError('E0000010', { causes: [{ errorSummary: why }] })
    },
  }
}
