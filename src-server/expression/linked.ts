import { METHODS } from './catalogue.ts'
import { isObject, resolvePath, type ResolvedPath } from './objects.ts'
import type { Dialect } from './types.ts'

/** Attributes of a linked person: as those of `user`, or the profile's directly, as the public examples write them. */
export function resolveLinked(dialect: Dialect, names: readonly string[]): ResolvedPath | null {
  const [name = '', ...more] = names
  const path = ['user', ...names]
  const resolved = resolvePath(dialect, path)
  if (resolved || more.length || isObject(dialect, path) || METHODS.get(name)?.has('user')) return resolved
  return resolvePath(dialect, ['user', 'profile', name])
}
