import { EXPRESSION_CATALOGUE, type CatalogueEntry, type Dialect } from '#expression/index.ts'

/** What is put in where one chooses an entry of the reference. */
export interface Piece {
  insert: string
  cursor: number
  /** Whether completion goes on from there. */
  more: boolean
}

interface ReferenceGroup {
  title: string
  entries: readonly (CatalogueEntry & { piece: Piece })[]
}

const OWNERS: Readonly<Record<string, string>> = {
  text: 'texts',
  list: 'lists',
  number: 'numbers',
  country: 'countries',
  time: 'times',
  user: 'people',
}

/** Everything that a dialect has, grouped as people look for it; only what holds every word of the search. */
export function referenceOf(dialect: Dialect, search: string): ReferenceGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const { objects, methods, functions, operators } = EXPRESSION_CATALOGUE
  const groups = new Map<string, (CatalogueEntry & { piece: Piece })[]>()
  for (const [entries, titleOf, pieceOf] of [
    [objects, () => 'What can be read', pathPiece],
    [methods, ({ on }) => `Methods of ${OWNERS[on ?? ''] ?? 'values'}`, methodPiece],
    [functions, ({ name }) => `Functions ${familyOf(name)}`.trim(), callPiece],
    [operators, () => 'Operators', operatorPiece],
  ] as readonly [readonly CatalogueEntry[], (entry: CatalogueEntry) => string, (entry: CatalogueEntry) => Piece][])
    for (const entry of entries) {
      const told = `${entry.signature} ${entry.help}`.toLowerCase()
      if (!entry.dialects.includes(dialect) || !words.every((word) => told.includes(word))) continue
      const title = titleOf(entry)
      groups.set(title, [...(groups.get(title) ?? []), { ...entry, piece: pieceOf(entry) }])
    }
  return [...groups].map(([title, entries]) => ({ title, entries }))
}

function familyOf(name: string): string {
  return name.includes('.') ? `${name.split('.')[0] ?? ''}.…` : ''
}

/** A path up to its first open name, which completion then offers. */
function pathPiece({ name }: CatalogueEntry): Piece {
  const at = name.indexOf('*')
  const insert = at === -1 ? name : name.slice(0, at)
  return { insert, cursor: insert.length, more: at !== -1 }
}

function methodPiece(entry: CatalogueEntry): Piece {
  const { insert, cursor, more } = callPiece(entry)
  return { insert: `.${insert}`, cursor: cursor + 1, more }
}

function callPiece({ name, signature }: CatalogueEntry): Piece {
  if (signature.includes('criterion')) return { insert: `${name}({''})`, cursor: name.length + 3, more: true }
  const insert = `${name}()`
  return { insert, cursor: insert.length - (signature.includes('()') ? 0 : 1), more: false }
}

function operatorPiece({ name }: CatalogueEntry): Piece {
  if (name === '!') return { insert: '!', cursor: 1, more: false }
  if (name === '? :') return { insert: ' ?  : ', cursor: 3, more: false }
  return { insert: ` ${name} `, cursor: name.length + 2, more: false }
}
