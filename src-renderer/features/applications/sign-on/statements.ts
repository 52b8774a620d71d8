import { GROUP_FILTERS } from '#contract/apps/modes/federation.ts'
import { isTree } from '#ui/lib/tree.ts'
import { optionsOf } from '#ui/resource/form/field-specs.ts'

/** An attribute statement as a form holds it (spec/4 §2.3). */
export interface Statement {
  type: string
  name: string
  namespace?: string
  values?: string[]
  filterType?: string
  filterValue?: string
}

const KINDS = { EXPRESSION: 'Expression', GROUP: 'Groups' }
export const KIND_OPTIONS = optionsOf(Object.keys(KINDS), KINDS)
export const FILTER_OPTIONS = optionsOf(Object.keys(GROUP_FILTERS), GROUP_FILTERS)

/** The same statement of another kind: its name stays. */
export function ofKind({ name, namespace }: Statement, type: string): Statement {
  const common = { type, name, ...(namespace === undefined ? {} : { namespace }) }
  return type === 'GROUP' ? { ...common, filterType: 'STARTS_WITH', filterValue: '' } : { ...common, values: [''] }
}

/** Statements in words, a line each. */
export function statementLines(value: unknown): string[] {
  const statements = Array.isArray(value) ? value.filter(isTree) : []
  return (statements as unknown as Statement[]).map(({ type, name, values = [], filterType = '', filterValue }) =>
    type === 'GROUP'
      ? `${name} = groups that ${(GROUP_FILTERS as Readonly<Record<string, string>>)[filterType] ?? filterType} ${filterValue}`
      : `${name} = ${values.join(', ')}`,
  )
}
