import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import typescript from 'typescript-eslint'
import ts from 'typescript'
import { parseForESLint as parseComponent } from 'vue-eslint-parser'

const ROOT = join(import.meta.dirname, '..')
const CONFIG = join(ROOT, 'tsconfig.renderer.json')

const parser = typescript.parser as { parseForESLint(code: string, options?: object): object }

/** Of the options that ESLint gives a parser: what is read here. */
interface ParserOptions {
  filePath?: string
  /** Asked for by the script of a component, not by the expressions of its template. */
  projectService?: unknown
}

/** The script of a component, as vue-eslint-parser hands it to the parser of TypeScript. */
function scriptOf(component: string): string {
  let script: string | undefined
  const parseForESLint = (code: string, { projectService, ...options }: ParserOptions) => {
    if (projectService !== undefined) script ??= code
    return parser.parseForESLint(code, options)
  }
  const options = { parser: { parseForESLint }, projectService: true, ecmaVersion: 'latest', sourceType: 'module' }
  parseComponent(component, { ...options, filePath: 'Component.vue' } as object)
  return script ?? ''
}

/** The page as one program, in which each component is its script. */
function makeProgram(former?: ts.Program): ts.Program {
  const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile) as { config: object }
  const components = [{ extension: 'vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, {}, CONFIG, undefined, components)
  const host = ts.createCompilerHost({ ...options, allowNonTsExtensions: true }, true)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version, ...rest) =>
    file.endsWith('.vue')
      ? ts.createSourceFile(file, scriptOf(readFileSync(file, 'utf8')), version, true, ts.ScriptKind.TS)
      : getSourceFile(file, version, ...rest)
  return ts.createProgram(fileNames, { ...options, allowNonTsExtensions: true }, host, former)
}

let program: ts.Program | undefined

/** The program that knows this script; made again where a component was edited since, as in an editor. */
function programOf(file: string, script: string): ts.Program {
  program ??= makeProgram()
  if (program.getSourceFile(file)?.text !== script) program = makeProgram(program)
  return program
}

/**
 * Parses scripts of components with types. WHY not `projectService`: it is given each script as a changed text of its file, and
 * updates the page's whole program for each of hundreds; here one program is made of all.
 */
export const componentParser = {
  meta: { name: 'component-parser' },
  parseForESLint(code: string, { projectService, ...options }: ParserOptions) {
    if (projectService === undefined || !options.filePath) return parser.parseForESLint(code, options)
    const programs = [programOf(resolve(options.filePath), code)]
    return parser.parseForESLint(code, { ...options, programs })
  },
}
