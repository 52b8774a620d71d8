import type { Engine } from '#contract/gatehouse/workspace.ts'
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

/** The navigation without what the organization's engine does not have; a room opens at the first that is left in it. */
export function navOf(engine: Engine | undefined): NavEntry[] {
  return NAV.map((entry) => {
    const children = entry.children?.filter((child) => !child.engine || !engine || child.engine === engine)
    const gone = entry.children?.some((child) => child.to === entry.to) && !children?.some(({ to }) => to === entry.to)
    return { ...entry, to: gone ? (children?.[0]?.to ?? entry.to) : entry.to, ...(children ? { children } : {}) }
  })
}
