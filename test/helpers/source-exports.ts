import ts from 'typescript'
import { codeOf, targetOf } from './source-graph.ts'

/** A name of another file; `*` is every name of it, an empty one none: the file itself. */
export interface Use {
  target: string
  name: string
}

/** What one source file offers, and what it takes from others. */
export interface Module {
  /** Every exported name; for one that is only handed on, where it comes from. */
  exports: Map<string, Use | null>
  /** Files of `export * from`. */
  stars: string[]
  /** What it imports and does not merely hand on. */
  uses: Use[]
  /** The exported names that it uses itself, besides where it declares them. */
  ownUses: Set<string>
}

type Declared = ts.Node & { modifiers?: ts.NodeArray<ts.ModifierLike>; name?: ts.Node }

/** Reads one file by its syntax alone, so that all of them together take a second or two. */
export function moduleOf(text: string, file: string): Module {
  const source = ts.createSourceFile(file, codeOf(text, file), ts.ScriptTarget.Latest, true)
  const module: Module = { exports: new Map(), stars: [], uses: [], ownUses: new Set() }
  const add = (specifier: string, ...names: string[]) => {
    const target = targetOf(file, specifier)
    module.uses.push(...names.map((name) => ({ target, name })))
  }
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) add(specifierOf(statement), ...importedNames(statement, source))
    else if (ts.isExportDeclaration(statement)) readExport(statement, file, module)
    else if (ts.isExportAssignment(statement)) module.exports.set('default', null)
    else if (isExported(statement)) for (const name of declaredNames(statement)) module.exports.set(name, null)
  }
  module.ownUses = usesOutsideDeclarations(source, textAround(text, file))
  eachNode(source, (node) => {
    if (ts.isImportTypeNode(node)) add(literalIn(node.argument), node.qualifier ? firstNameOf(node.qualifier) : '*')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(literalIn(node.arguments[0]), ...awaitedNames(node))
  })
  return module
}

/** Of a component: its template, which uses names of its script. */
const textAround = (text: string, file: string) => (file.endsWith('.vue') ? text.slice(text.indexOf('<template')) : '')

/** `export { a, b as c } from './x.ts'`, `export * from './x.ts'`, `export { a }`. */
function readExport(statement: ts.ExportDeclaration, file: string, module: Module): void {
  const { exportClause, moduleSpecifier } = statement
  const target = moduleSpecifier && targetOf(file, literalIn(moduleSpecifier))
  if (!exportClause) module.stars.push(target ?? '')
  else if (ts.isNamespaceExport(exportClause)) module.exports.set(exportClause.name.text, handedOn(target, '*'))
  else
    for (const { name, propertyName } of exportClause.elements)
      module.exports.set(name.text, handedOn(target, (propertyName ?? name).text))
}

const handedOn = (target: string | undefined, name: string) => (target ? { target, name } : null)
const specifierOf = (statement: ts.ImportDeclaration) => literalIn(statement.moduleSpecifier)

function importedNames({ importClause }: ts.ImportDeclaration, source: ts.SourceFile): string[] {
  if (!importClause) return ['']
  const bindings = importClause.namedBindings
  const names = importClause.name ? ['default'] : []
  if (!bindings) return names
  if (ts.isNamespaceImport(bindings)) return [...names, ...membersOf(bindings.name, source)]
  return [...names, ...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)]
}

/** Which members of `import * as x` a file names; `*` where `x` itself is used. */
function membersOf(local: ts.Identifier, source: ts.SourceFile): string[] {
  const names: string[] = []
  eachNode(source, (node) => {
    if (!ts.isIdentifier(node) || node.text !== local.text || node === local) return
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) names.push(parent.name.text)
    else if (ts.isQualifiedName(parent) && parent.left === node) names.push(parent.right.text)
    else if (!ts.isPropertyAccessExpression(parent)) names.push('*')
  })
  return names
}

/** Names that a statement mentions and another declares: a function that calls itself does not count. */
function usesOutsideDeclarations(source: ts.SourceFile, template: string): Set<string> {
  const uses = new Set(template.match(/[\w$]+/g))
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue
    const own = new Set(declaredNames(statement))
    eachNode(statement, (node) => {
      if (ts.isIdentifier(node) && !own.has(node.text)) uses.add(node.text)
    })
  }
  return uses
}

/** What `const { a, b } = await import(…)` takes; `*` for any other form. */
function awaitedNames(call: ts.CallExpression): string[] {
  const declaration = call.parent.parent
  if (!ts.isAwaitExpression(call.parent) || !ts.isVariableDeclaration(declaration)) return ['*']
  if (!ts.isObjectBindingPattern(declaration.name)) return ['*']
  return declaration.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText())
}

const isExported = (node: ts.Node) =>
  (node as Declared).modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

function declaredNames(node: ts.Node): string[] {
  if ((node as Declared).modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default']
  const names = ts.isVariableStatement(node) ? node.declarationList.declarations : [node as Declared]
  return names.flatMap(({ name }) => (name ? boundNames(name) : []))
}

/** The names in `a`, `{ a, b: c }` and `[a, b]`. */
function boundNames(name: ts.Node): string[] {
  if (!ts.isObjectBindingPattern(name) && !ts.isArrayBindingPattern(name)) return [name.getText()]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []))
}

const firstNameOf = (name: ts.EntityName): string => (ts.isIdentifier(name) ? name.text : firstNameOf(name.left))

/** The text of a specifier; nothing for one that is computed. */
function literalIn(node: ts.Node | undefined): string {
  if (node && ts.isLiteralTypeNode(node)) return literalIn(node.literal)
  return node && ts.isStringLiteralLike(node) ? node.text : ''
}

function eachNode(node: ts.Node, act: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    act(child)
    eachNode(child, act)
  })
}
