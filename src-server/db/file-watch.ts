import type { FileState } from '#contract/gatehouse/workspace.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { identityOf } from './file-facts.ts'

type Loss = Exclude<FileState, 'IN_PLACE'>

/** Whether an open workspace file is still in its place, so that writes reach it. */
export interface FileWatch {
  /** Checks now; a lost file stays lost, because a file in its place is another one. */
  check(): FileState
  /** Records a loss that a check cannot see. */
  lose(loss: Loss, cause: unknown): void
  /** @throws ApiError E0000010 if it is lost */
  require(): void
}

const WORDS: Readonly<Record<Loss, string>> = {
  MISSING: 'was deleted or moved while it was open',
  REPLACED: 'was replaced by another one while it was open',
  UNSYNCED: 'is on a disk that failed while it was open; whether the disk has the last changes is not known',
}

/** Watches a file and its write-ahead log by the identity that the system gives them. */
export function watchFile(file: string): FileWatch {
  const paths = [file, `${file}-wal`]
  const opened = paths.map(identityOf)
  let lost: Loss | null = null
  let why: unknown

  function check(): FileState {
    if (lost) return lost
    const found = paths.map(identityOf)
    // A log that was not there when the file was opened was made since.
    if (opened.some((identity, at) => identity !== null && found[at] === null)) lost = 'MISSING'
    else if (opened.some((identity, at) => identity !== null && found[at] !== identity)) lost = 'REPLACED'
    return lost ?? 'IN_PLACE'
  }

  return {
    check,
    lose: (loss, cause) => {
      lost ??= loss
      why ??= cause
    },
    require: () => {
      const state = check()
      if (state === 'IN_PLACE') return
      const words = `the workspace file ${file} ${WORDS[state]}; changes are refused until a file is opened again`
      const refusal = new ApiError('E0000010', { causes: [{ errorSummary: words }] })
      refusal.cause = why
      throw refusal
    },
  }
}
