/** Background work of a running service. */
export interface BackgroundTask {
  /** Ends it at the next point without unfinished work. */
  stop(): Promise<void>
}
