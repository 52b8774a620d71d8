import { isDeepStrictEqual } from 'node:util'
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Node,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isObject } from '#contract/interface/schema-tree.ts'
import { FolderError } from './folder-error.ts'

/** YAML as people write it; what would be another value for another reader is refused. */
const PARSING = { version: '1.2', schema: 'core', uniqueKeys: true, strict: true, merge: false } as const
const WRITING = { lineWidth: 0 } as const
/** WHY none: nothing here needs an alias, and a few lines of them make gigabytes. */
const NO_ALIASES = { maxAliasCount: 0 } as const

/** A file as it was read, with where in it a value is. */
export interface YamlFile {
  value: unknown
  /** The line of a value, by its path; of the nearest that holds it where it is not there. */
  lineOf: (path: readonly (string | number)[]) => number
}

/** @throws FolderError with file and line */
export function parseYaml(file: string, text: string): YamlFile {
  const { document, lines } = parsed(file, text)
  return {
    value: valueOf(file, document),
    lineOf: (path) => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true) as Node | undefined
        if (node?.range) return lines.linePos(node.range[0]).line
      }
      return 1
    },
  }
}

/** Text of a new file. @param comment its first line */
export function yamlText(value: unknown, comment?: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  if (comment) document.commentBefore = ` ${comment}`
  return document.toString(WRITING)
}

/**
 * The text of a file with another value: only what changes is written again, so that comments and the order of keys stay.
 * @throws FolderError for a text that cannot be read
 */
export function changeYaml(file: string, text: string, value: unknown): string {
  const { document } = parsed(file, text)
  if (isDeepStrictEqual(valueOf(file, document), value)) return text
  if (isMap(document.contents) && isObject(value)) changeMap(document, document.contents as YAMLMap, value)
  else document.contents = document.createNode(value) as unknown as ParsedNode
  return document.toString(WRITING)
}

function parsed(file: string, text: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { ...PARSING, lineCounter: lines, keepSourceTokens: false })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem)
    throw new FolderError(file, `is no YAML that can be read: ${firstLine(problem.message)}`, problem.linePos?.[0].line)
  return { document, lines }
}

const firstLine = (text: string) => (text.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')

function valueOf(file: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS(NO_ALIASES) as unknown
  } catch {
    throw new FolderError(file, 'has aliases, which a folder of Gatehouse does not use')
  }
}

type Fields = Readonly<Record<string, unknown>>

type AnyDocument = ReturnType<typeof parseDocument>
const plain = (node: unknown, document: AnyDocument) =>
  (node as Node | undefined)?.toJS(document, NO_ALIASES) as unknown

function changeMap(document: AnyDocument, map: YAMLMap, value: Fields): void {
  for (const { key } of [...map.items]) {
    const name = isScalar(key) ? String(key.value) : String(key)
    if (!Object.hasOwn(value, name)) map.delete(key)
  }
  for (const [key, inner] of Object.entries(value)) {
    const node = map.get(key, true)
    if (node && isDeepStrictEqual(plain(node, document), inner)) continue
    if (isMap(node) && isObject(inner)) changeMap(document, node as YAMLMap, inner)
    else if (isSeq(node) && Array.isArray(inner)) changeList(document, node as YAMLSeq, inner)
    else if (isScalar(node) && !isObject(inner) && !Array.isArray(inner)) node.value = inner
    else map.set(key, document.createNode(inner, { aliasDuplicateObjects: false }))
  }
}

/** What stays of a list keeps its comments, wherever it goes; of what changes, the one with the same name does. */
function changeList(document: AnyDocument, list: YAMLSeq, value: readonly unknown[]): void {
  const left = list.items.map((node) => ({ node, before: plain(node, document) }))
  const take = (isIt: (before: unknown) => boolean) => {
    const at = left.findIndex(({ before }) => isIt(before))
    return at === -1 ? undefined : left.splice(at, 1)[0]?.node
  }
  const same = value.map((item) => take((before) => isDeepStrictEqual(before, item)))
  list.items = value.map((item, at) => {
    if (same[at] !== undefined) return same[at]
    const node = isObject(item) ? take((before) => isObject(before) && isNamesake(before, item)) : undefined
    if (!isMap(node) || !isObject(item)) return document.createNode(item, { aliasDuplicateObjects: false })
    changeMap(document, node as YAMLMap, item)
    return node
  })
}

const isNamesake = (a: Fields, b: Fields) =>
  ['ref', 'name', 'type'].some((key) => a[key] !== undefined && a[key] === b[key])
