/** Background work of a running service. */
export interface Job {
  /** Ends it at the next point where nothing is left half done. */
  stop(): Promise<void>
}
