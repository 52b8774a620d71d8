import type { SyncKind } from './kind-names.ts'

/**
 * The kinds whose objects decide for people, in the order of dependencies: policies, their rules, and what those are decided by. What else a rule
 * can name, such as a behavior or a group, decides by its id alone.
 */
export const DECIDING_KINDS = [
  'zone',
  'authenticator',
  'authenticatorMethod',
  'policy',
  'app',
  'rule',
  'authorizationServer',
  'serverPolicy',
  'serverRule',
] as const satisfies readonly SyncKind[]

const DECIDING: ReadonlySet<SyncKind> = new Set(DECIDING_KINDS)

/** Whether differences of a kind can affect people by what policies decide. */
export const decides = (kind: SyncKind): boolean => DECIDING.has(kind)
