/** Whether a character is one that a place of a pattern takes. */
export type CharTest = (character: string) => boolean
/** A place of a pattern, and where it leads. `split` leads to two without taking a character. */
export type State =
  | { kind: 'char'; test: CharTest; next: number }
  | { kind: 'split'; next: number; other: number }
  | { kind: 'assert'; at: 'start' | 'end'; next: number }
  | { kind: 'match' }
