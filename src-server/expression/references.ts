import { GROUP_KEYS } from './criteria.ts'
import { resolvePath } from './objects.ts'
import { pathParts, walk } from './tree.ts'
import type { Expression, Node } from './types.ts'

const MEMBERSHIP_FUNCTIONS: ReadonlySet<string> = new Set(['isMemberOfGroup', 'isMemberOfAnyGroup'])

/** The paths that an expression reads, each once, in source order, as conditions name them: `user.profile.department`. */
export function referencedPaths({ root, dialect }: Expression): string[] {
  const paths = new Set<string>()
  for (const node of walk(root)) {
    const parts = node.kind === 'member' ? pathParts(node) : null
    const resolved = parts ? resolvePath(dialect, parts) : null
    if (resolved) paths.add(resolved.keys.join('.'))
  }
  return [...paths]
}

/** The group ids that an expression names outright, each once, in source order. */
export function referencedGroupIds({ root }: Expression): string[] {
  const ids = new Set<string>()
  for (const node of walk(root)) {
    if (node.kind === 'map')
      for (const { key, value } of node.entries) if (GROUP_KEYS.get(key) === 'id') addTexts(ids, value)
    if (node.kind === 'call' && MEMBERSHIP_FUNCTIONS.has(node.name)) for (const arg of node.args) addTexts(ids, arg)
  }
  return [...ids]
}

function addTexts(found: Set<string>, node: Node): void {
  for (const item of node.kind === 'list' ? node.items : [node])
    if (item.kind === 'literal' && typeof item.value === 'string') found.add(item.value)
}
