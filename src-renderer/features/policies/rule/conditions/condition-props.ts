/** The props of every condition's form. A form never mutates the value, and keeps unknown keys. */
export interface ConditionProps {
  /** Words beside a field; the path is relative to the condition, such as `groups.include`. */
  errorOf: (path: string) => string | undefined
  disabled?: boolean
  /** Whether the condition is a policy's, which allows less. */
  onPolicy?: boolean
}
