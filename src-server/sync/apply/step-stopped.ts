import { toSentence } from '#contract/interface/sentence.ts'
import { SyncError } from '../sync-error.ts'

interface Refusal {
  readonly why: string
  readonly field: string | null
}

/** A step that was not carried out, or not as planned: the run stops here. */
export class StepStopped extends SyncError {
  /** The same without what the step is about, as it follows that. */
  readonly what: string
  /** Why, of a step that was refused; else {@link what}. */
  readonly why: string
  /** The path of the field that was refused; null: it is not known, or more than one. */
  readonly field: string | null

  constructor(about: string, what: string, { why, field }: Refusal = { why: what, field: null }) {
    super(toSentence(`${about} ${what}`))
    this.what = what
    this.why = why
    this.field = field
  }
}
