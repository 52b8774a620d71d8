import type { LimitedKind } from '#contract/interface/permissions.ts'
import type { KindName } from '#contract/kinds.ts'

/** The reach of a limited role: some groups and their people, some applications, and all applications of some catalogue names. */
export interface Limits {
  readonly groups: readonly string[]
  readonly apps: readonly string[]
  readonly appNames: readonly string[]
}

/** The objects that a permission applies to. */
export type Reach = 'all' | Limits

const literals = (values: readonly string[]) => values.map((value) => `'${value.replaceAll(`'`, `''`)}'`).join(', ')

/** The rows within limits, as SQL over a column with ids. */
const REACHED = {
  user: (column: string, { groups }: Limits) =>
    `${column} IN (SELECT user_id FROM group_members WHERE group_id IN (${literals(groups)}))`,
  group: (column: string, { groups }: Limits) => `${column} IN (${literals(groups)})`,
  app: (column: string, { apps, appNames }: Limits) =>
    `${column} IN (SELECT id FROM apps WHERE id IN (${literals(apps)}) OR name IN (${literals(appNames)}))`,
} as const satisfies Record<LimitedKind, (column: string, limits: Limits) => string>

/** Whether roles can be limited to some objects of a kind. */
export const isLimitedKind = (kind: KindName): kind is LimitedKind => Object.hasOwn(REACHED, kind)

/** The SQL condition for the objects of a kind within a reach. */
export const reached = (kind: LimitedKind, column: string, reach: Reach | null): string =>
  reach === null ? '0' : reach === 'all' ? '1' : REACHED[kind](column, reach)
