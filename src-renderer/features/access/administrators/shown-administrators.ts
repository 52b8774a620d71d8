import { ADMIN_ROLES, ASSIGNEE_KINDS, ROLE_TYPES, type Administrator } from '#contract/access/admin-roles.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import { ASSIGNEE_LABELS, limitName } from '#ui/domain/role-labels.ts'
import type { ColumnFilter } from '#ui/resource/list/list-view.ts'

/** What narrows the list of administrators; of each, empty: all. */
interface AdministratorFilter {
  readonly words: string
  readonly role: string
  readonly kind: string
}

const textOf = ({ name, detail, roles }: Administrator) =>
  [
    name,
    detail,
    ...roles.flatMap(({ type, through, limits }) => [ADMIN_ROLES[type].label, through?.name, ...limits.map(limitName)]),
  ].join(' ')

/** The administrators that a filter leaves, in their order. */
export function shownAdministrators(
  all: readonly Administrator[],
  { words, role, kind }: AdministratorFilter,
): Administrator[] {
  const narrowed = all
    .filter((one) => !kind || one.kind === kind)
    .filter(({ roles }) => !role || roles.some(({ type }) => type === role))
  return findByWords(words, narrowed, textOf).found
}

/** The filters that the list offers, with how many each leaves of all; what would leave none is not offered. */
export function administratorFilters(all: readonly Administrator[]): ColumnFilter[] {
  const offered = (
    key: 'kind' | 'role',
    title: string,
    values: readonly string[],
    labelOf: (value: string) => string,
  ) => ({
    ...{ key, title, menu: key === 'role' },
    choices: values
      .map((value) => ({
        ...{ value, label: labelOf(value) },
        count: shownAdministrators(all, { words: '', role: '', kind: '', [key]: value }).length,
      }))
      .filter(({ count }) => count > 0),
  })
  return [
    offered('kind', 'Kind', ASSIGNEE_KINDS, (kind) => ASSIGNEE_LABELS[kind as Administrator['kind']]),
    offered('role', 'Role', ROLE_TYPES, (type) => ADMIN_ROLES[type as keyof typeof ADMIN_ROLES].label),
  ].filter(({ choices }) => choices.length > 1)
}
