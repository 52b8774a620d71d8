import { KIND_LIST } from '#contract/kinds.ts'

/** The names of a path's placeholders, in order. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** Every area that has scopes of its own. */
export const SCOPE_AREAS: readonly string[] = [...new Set(KIND_LIST.map(({ scope }) => scope))]
