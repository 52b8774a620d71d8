import type { SEVERITIES } from './log-event.ts'

/** How an event that we write reads in the audit log. */
export interface EmittedEvent {
  /** The event's `displayMessage`. */
  message: string
  /** One sentence for people who choose events, in a hook's form or a filter. */
  description: string
  severity: (typeof SEVERITIES)[number]
}

function worded(severity: EmittedEvent['severity']) {
  return (message: string, description: string): EmittedEvent => ({ message, description, severity })
}
export const debug = worded('DEBUG')
export const info = worded('INFO')
export const warn = worded('WARN')
