/** The props of a card that edits one alternative of several, such as a chain. */
export interface AlternativeProps {
  /** From 1. */
  number: number
  /** Words beside a field, by its path inside the alternative; `''` is the alternative itself. */
  errorOf: (path: string) => string | undefined
  disabled?: boolean
}
