import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import manifest from '../../package.json' with { type: 'json' }

/** One import of a source file. `target`: a path from the root for files of ours, a name for packages. */
export interface Import {
  file: string
  target: string
}

const ROOT = resolve(import.meta.dirname, '../..')
/** Of package.json: the prefix of an import with the folder it means. */
const ALIASES = Object.entries(manifest.imports).map(
  ([alias, folder]) => [alias.slice(0, -1), relative('.', folder.slice(0, -1)) + '/'] as const,
)
const SCRIPT = /<script[^>]*>(.*?)<\/script>/gs
/** How threads name their file. */
const FILE_URL = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g

/** Every source file below a folder, as paths from the root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

/** The text of a file, by its path from the root. */
export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** What of a source file is TypeScript: all of it, or the scripts of a component. */
export function codeOf(text: string, file: string): string {
  return file.endsWith('.vue') ? [...text.matchAll(SCRIPT)].map(([, script]) => script).join('\n') : text
}

/** Every import of a source file, types included. */
export function importsOf(file: string): Import[] {
  return specifiersIn(textOf(file), file).map((specifier) => ({ file, target: targetOf(file, specifier) }))
}

/** The specifiers in a text: `import`, `export … from`, `import()` of values and types, URLs of threads. */
export function specifiersIn(text: string, file: string): string[] {
  const code = codeOf(text, file)
  const imported = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName)
  return [...imported, ...[...code.matchAll(FILE_URL)].map(([, path]) => path as string)]
}

/** What a source file loads as soon as it is loaded itself: without types, and without what it imports later. */
export function loadedWith(file: string): string[] {
  const { statements } = ts.createSourceFile(file, codeOf(textOf(file), file), ts.ScriptTarget.Latest)
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || isOfTypes(statement)) return []
    return [targetOf(file, moduleSpecifier.text)]
  })
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly
  const { importClause: clause } = statement
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const names = clause.namedBindings
  return (
    !clause.name && names !== undefined && ts.isNamedImports(names) && names.elements.every((one) => one.isTypeOnly)
  )
}

/** What a specifier in a file means: a path from the root for files of ours, a name for packages. */
export function targetOf(file: string, specifier: string): string {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(file), path))
  const [alias = '', folder = ''] = ALIASES.find(([prefix]) => path.startsWith(prefix)) ?? []
  return folder + path.slice(alias.length)
}

/** Groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
export function circlesIn(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  /** @returns the lowest number in the order of visits that is reached from the file */
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let lowest = own
    for (const { target } of targets.get(file) ?? []) {
      if (!targets.has(target) || target === file) continue
      if (!order.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? own)
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}
