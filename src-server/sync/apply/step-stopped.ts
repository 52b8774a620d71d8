import { SyncError } from '../sync-error.ts'

/** A step that was not carried out, or not as planned: the run stops here. */
export class StepStopped extends SyncError {
  /** Why, without what it is about. */
  readonly why: string
  /** The path of the field that was refused; null: it is not known, or more than one. */
  readonly field: string | null

  constructor(message: string, { why = message, field = null }: { why?: string; field?: string | null } = {}) {
    super(message)
    this.why = why
    this.field = field
  }
}
