/** What every condition's form takes. It never changes the value in place, and keeps keys that it does not know. */
export interface ConditionProps {
  /** Words beside a field; the path is relative to the condition, such as `groups.include`. */
  errorOf: (path: string) => string | undefined
  disabled?: boolean
  /** Whether the condition is a policy's, which allows less. */
  onPolicy?: boolean
}
