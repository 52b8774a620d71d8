import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import { csvText } from '#ui/lib/csv.ts'
import { counted } from '#ui/lib/numbers.ts'

/** What a cell says in few letters; the whole answer is its title. */
export function cellText(answer: SignInAnswer | null): string {
  if (!answer) return 'Not assigned'
  if (answer.answer === 'NO') return 'No'
  if (answer.answer === 'DEPENDS') return 'Depends'
  return answer.factors === null ? 'Yes' : `${answer.certain ? '' : 'At least '}${counted(answer.factors, 'factor')}`
}

type Row = SignInMatrix['rows'][number]

export const answersOf = ({ answers }: Pick<SignInMatrix, 'answers'>, { cells }: Pick<Row, 'cells'>) =>
  cells.map((cell) => (cell === null ? null : (answers[cell] ?? null)))

/** The people in whose rows there is something to look at. */
export const ROW_FILTERS = {
  all: { label: 'All people', keeps: () => true },
  no: { label: 'Kept out somewhere', keeps: (answer) => answer.answer === 'NO' },
  depends: { label: 'Not certain somewhere', keeps: (answer) => !answer.certain },
  one: { label: 'One factor somewhere', keeps: (answer) => answer.answer === 'YES' && answer.factors === 1 },
} as const satisfies Record<string, { label: string; keeps: (answer: SignInAnswer) => boolean }>
export type RowFilter = keyof typeof ROW_FILTERS

export function rowsOf(matrix: SignInMatrix, filter: RowFilter): readonly Row[] {
  const keeps: (answer: SignInAnswer) => boolean = ROW_FILTERS[filter].keeps
  return filter === 'all'
    ? matrix.rows
    : matrix.rows.filter((row) => answersOf(matrix, row).some((answer) => answer && keeps(answer)))
}

/** "12 people × 3 applications: 30 yes, 4 no, 2 depend". */
export function matrixSummary(matrix: SignInMatrix): string {
  const all = matrix.rows.flatMap((row) => answersOf(matrix, row)).filter((answer) => answer !== null)
  const amount = (kind: SignInAnswer['answer']) => all.filter(({ answer }) => answer === kind).length
  const [yes, no, depends] = [amount('YES'), amount('NO'), amount('DEPENDS')]
  const parts = [
    yes ? `${yes} yes` : '',
    no ? `${no} no` : '',
    depends ? `${depends} ${depends === 1 ? 'depends' : 'depend'}` : '',
  ]
  const to = matrix.apps.some(({ id }) => id) ? ` × ${counted(matrix.apps.length, 'application')}` : ''
  return `${counted(matrix.rows.length, 'person', 'people')}${to}: ${parts.filter(Boolean).join(', ') || 'nothing assigned'}`
}

/** The matrix with the whole answers, a row for each person. */
export function matrixCsv(matrix: SignInMatrix): string {
  return csvText([
    ['Person', 'Login', ...matrix.apps.map(({ name }) => name)],
    ...matrix.rows.map((row) => [
      row.person.name,
      row.person.login,
      ...answersOf(matrix, row).map((answer) => (answer ? [answer.text, ...answer.details].join(' ') : 'Not assigned')),
    ]),
  ])
}
