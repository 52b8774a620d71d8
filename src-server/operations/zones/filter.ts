import { filterToSql } from '#db/filter-sql.ts'
import { code, type Fragment } from '#db/filter-sql-fragment.ts'
import { defineDialect, requireFilter } from '#filter/index.ts'

/** What lists of zones can be narrowed by (spec/4 §2.4); the interface promises less than the grammar gives. */
const ZONES = defineDialect({
  subject: 'the list of zones',
  code: 'E0000053',
  operators: ['eq'],
  not: false,
  attributes: { id: { type: 'text', exact: true }, usage: { type: 'text' } },
})

const COLUMNS = {
  attributes: { id: { column: 'id' }, usage: { column: 'usage', letters: 'capital' } },
  documents: {},
} as const

/** The condition that a filter comes to. @throws E0000053 with each place where it makes no sense */
export function zoneCondition(text: string | undefined): Fragment {
  return text === undefined ? code('1') : filterToSql(requireFilter(text, ZONES), COLUMNS)
}
