import type { Engine } from '#contract/gatehouse/workspace.ts'

/** The props of every form of actions. */
export interface ActionProps {
  /** Words beside a field, by full path (`actions.signon.access`). */
  errorOf: (path: string) => string | undefined
  engine: Engine
  /** Whether this is the default rule of the default policy, some fields of which are read-only. */
  defaultRule: boolean
  disabled?: boolean
  /** The actions that the service has, for fields that may not change any more; absent for a new rule. */
  saved?: Record<string, unknown> | null
}
