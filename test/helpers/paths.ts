/** The values at a path of names, through lists; a missing one, and what would be inside a null, gives none. */
export function valuesAt(value: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (values, name) =>
        values
          .flat()
          .flatMap((parent) =>
            typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
              ? [(parent as Record<string, unknown>)[name]]
              : [],
          ),
      [value],
    )
}

/** A copy with another value at a path; of a list the first item is changed. */
export function setIn<T>(value: T, path: string, to: unknown): T {
  const copy = structuredClone(value)
  const names = path.split('.')
  const last = names.pop() as string
  const parent = names.reduce<unknown>((at, name) => {
    const next = (at as Record<string, unknown>)[name]
    return Array.isArray(next) ? next[0] : next
  }, copy)
  ;(parent as Record<string, unknown>)[last] = to
  return copy
}
