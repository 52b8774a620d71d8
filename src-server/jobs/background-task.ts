/** Something that a running service does beside its requests. */
export interface BackgroundTask {
  /** Ends it at the next point where nothing is left half done. */
  stop(): Promise<void>
}
