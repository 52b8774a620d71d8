import { SyncError } from '../sync-error.ts'

/** A step that was not carried out, or not as planned: the run stops here. */
export class StepStopped extends SyncError {}
