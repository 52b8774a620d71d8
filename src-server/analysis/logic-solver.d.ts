/** What is used of `logic-solver`, which brings no types of its own. */
declare module 'logic-solver' {
  /** A name, or a formula over names. */
  type Formula = string | { readonly type?: string }
  interface Solution {
    getTrueVars(): string[]
  }
  interface Solver {
    require(...formulas: Formula[]): void
    solveAssuming(formula: Formula): Solution | null
  }
  type Joined = (formulas: readonly Formula[]) => Formula
  const Logic: {
    TRUE: string
    FALSE: string
    Solver: new () => Solver
    not: (formula: Formula) => Formula
    and: Joined
    or: Joined
    atMostOne: Joined
    exactlyOne: Joined
    disablingAssertions: <T>(action: () => T) => T
  }
  export default Logic
  export type { Formula }
}
