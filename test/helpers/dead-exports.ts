import type { Module, Use } from './source-exports.ts'

/** Files and exported names that nothing uses. */
export interface Dead {
  files: string[]
  /** As `file: name`. */
  exports: string[]
}

/** All that a program is made of. */
interface Program {
  modules: ReadonlyMap<string, Module>
  /** Files that something else than an import starts. */
  entries: readonly string[]
}

/**
 * Follows imports from the files that programs begin with; what is not met is dead, and so is what only dead files use. A
 * name that tests import lives only where its own file uses it too: it is a part that is tested by itself.
 */
export function findDead(
  modules: ReadonlyMap<string, Module>,
  { entries, tests }: { entries: readonly string[]; tests: ReadonlyMap<string, Module> },
): Dead {
  const { reached, used } = follow({ modules, entries })
  const tested = new Set([...tests.values()].flatMap(({ uses }) => uses.map(toText)))
  const isDead = (file: string, name: string) =>
    !used.has(toText({ target: file, name })) &&
    !(tested.has(toText({ target: file, name })) && modules.get(file)?.ownUses.has(name))
  return {
    files: [...modules.keys()].filter((file) => !reached.has(file)),
    exports: [...reached].flatMap((file) =>
      [...(modules.get(file)?.exports.keys() ?? [])]
        .filter((name) => isDead(file, name))
        .map((name) => toText({ target: file, name })),
    ),
  }
}

const toText = ({ target, name }: Use) => `${target}: ${name}`

/** Every file and name that programs come to. */
function follow({ modules, entries }: Program): { reached: Set<string>; used: Set<string> } {
  const reached = new Set<string>()
  const used = new Set<string>()
  const open: string[] = []
  const reach = (file: string) => {
    if (!modules.has(file) || reached.has(file)) return
    reached.add(file)
    open.push(file)
  }
  const use = (each: Use): void => {
    const module = modules.get(each.target)
    if (!module || used.has(toText(each))) return
    reach(each.target)
    used.add(toText(each))
    if (each.name === '*') for (const name of module.exports.keys()) use({ target: each.target, name })
    const origin = module.exports.get(each.name)
    if (origin) use(origin)
    if (!module.exports.has(each.name)) for (const target of module.stars) use({ target, name: each.name })
  }
  entries.forEach(reach)
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const module = modules.get(file)
    module?.uses.forEach(use)
    // What a file hands on is loaded with it, whether or not anything takes it.
    module?.stars.forEach(reach)
    for (const origin of module?.exports.values() ?? []) if (origin) reach(origin.target)
  }
  return { reached, used }
}
