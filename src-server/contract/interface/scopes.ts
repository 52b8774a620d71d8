import { KIND_LIST, type ScopeAreaOf } from '../kinds.ts'

export type ScopeArea = ScopeAreaOf
export type Scope = `svc.${ScopeArea}.${'read' | 'manage'}`

/** Areas of the interface that have a scope of their own (spec/4 §3.5). */
export const SCOPE_AREAS: readonly ScopeArea[] = [...new Set(KIND_LIST.map(({ scope }) => scope as ScopeArea))]
