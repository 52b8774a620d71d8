import type { Fact, Formula } from '#policy/index.ts'

/** What holds of the facts of every sign-in. */
export type Constraint =
  | { readonly op: 'require'; readonly formula: Formula }
  | { readonly op: 'atMostOne' | 'exactlyOne'; readonly of: readonly Fact[] }

/** That a formula holds of every sign-in. */
export const requiring = (formula: Formula): Constraint => ({ op: 'require', formula })
