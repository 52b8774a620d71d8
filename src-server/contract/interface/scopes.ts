import type { ScopeAreaOf } from '../kinds.ts'

/** Permission to read or to change one area of the interface (spec/4 §3.5). */
export type Scope = `svc.${ScopeAreaOf}.${'read' | 'manage'}`
