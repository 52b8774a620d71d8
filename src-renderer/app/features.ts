import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { Feature, NavEntry } from '#ui/resource/feature.ts'

const modules = import.meta.glob<{ feature: Feature }>('../features/*/feature.ts', { eager: true })

export const FEATURES: readonly Feature[] = Object.values(modules).map((module) => module.feature)

const NAV: readonly NavEntry[] = FEATURES.flatMap((feature) => feature.nav ?? []).sort((a, b) => a.order - b.order)

/** Where G and a letter lead, by letter, in the order of the navigation. */
export const GO_TO: ReadonlyMap<string, Pick<NavEntry, 'label' | 'to'>> = new Map(
  NAV.flatMap((entry) => [entry, ...(entry.children ?? [])]).flatMap(({ key, label, to }) =>
    key ? [[key, { label, to }] as const] : [],
  ),
)

/** What the page at each address is of no use without. */
const NEEDS: ReadonlyMap<string, OperationId | undefined> = new Map(
  FEATURES.flatMap(({ routes }) => routes.map(({ path, meta }) => [path, meta?.needs])),
)

/** What the page at an address is of no use without; undefined where that is nothing. */
const needsOf = (to: string): OperationId | undefined => NEEDS.get(to.split('?')[0] ?? '')

/**
 * The navigation without what the organization's engine does not have, and without what the caller may not do; a room opens at the
 * first that is left in it, and goes with the last.
 */
export function navOf(engine: Engine | undefined, can: (id: OperationId) => boolean): NavEntry[] {
  const isOpen = ({ to }: Pick<NavEntry, 'to'>) => {
    const needs = needsOf(to)
    return needs === undefined || can(needs)
  }
  return NAV.flatMap((entry) => {
    if (!entry.children) return isOpen(entry) ? [entry] : []
    const children = entry.children.filter(
      (child) => (!child.engine || !engine || child.engine === engine) && isOpen(child),
    )
    const [first] = children
    return first ? [{ ...entry, to: children.some(({ to }) => to === entry.to) ? entry.to : first.to, children }] : []
  })
}
