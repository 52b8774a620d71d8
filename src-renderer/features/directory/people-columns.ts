import type { ProfileSchema } from '#contract/directory/profile-schema.ts'
import type { User } from '#contract/directory/user.ts'
import type { ListColumn } from '#ui/resource/list/columns.ts'
import type { ServiceOrder } from '#ui/resource/list/service-order.ts'
import { people } from './people.ts'
import { attributeLabel } from './person-form.ts'

/** Of a profile: texts and numbers as they are, truths as words, lists with commas. */
function shownValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(shownValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

const attribute = (name: string, more: Partial<ListColumn<User>> = {}): ListColumn<User> => ({
  key: `profile.${name}`,
  title: attributeLabel(name),
  text: ({ profile }) => shownValue(profile[name]),
  ...more,
})

/** What the other columns show already. */
const NAMING: ReadonlySet<string> = new Set(['login', 'title'])

/**
 * The columns of the list of people: what everybody wants to see, and every attribute of their profiles, those that the organization
 * added first, which are shown where they were chosen.
 */
export function peopleColumns(schemas: readonly Pick<ProfileSchema, 'definitions'>[]): ListColumn<User>[] {
  const custom = new Map(
    schemas.flatMap(({ definitions }) =>
      Object.entries(definitions.custom.properties).map(([name, { title }]) => [name, title] as const),
    ),
  )
  const base = new Set(schemas.flatMap(({ definitions }) => Object.keys(definitions.base.properties)))
  return [
    { key: 'name', title: 'Name', text: people.nameOf },
    attribute('login', { key: 'login', title: 'Login', width: '28%' }),
    attribute('title', { key: 'title', title: 'Title', width: '20%' }),
    ...[...custom].map(([name, title]) => attribute(name, { title, optional: true })),
    ...[...base].filter((name) => !NAMING.has(name)).map((name) => attribute(name, { optional: true })),
    { key: 'status', title: 'Status', width: '184px', as: 'status' },
    { key: 'lastLogin', title: 'Last sign-in', width: '132px', as: 'time' },
  ]
}

const SORTED_BY: Readonly<Record<string, string>> = {
  name: 'profile.firstName',
  login: 'profile.login',
  title: 'profile.title',
  status: 'status',
}

/** How the service sorts people; it knows no order of last sign-ins. The list leaves out who was deactivated. */
export const PEOPLE_ORDER: ServiceOrder = {
  attributeOf: (column) => SORTED_BY[column] ?? (column.startsWith('profile.') ? column : undefined),
  all: 'status lt "DEPROVISIONED" or status gt "DEPROVISIONED"',
}
