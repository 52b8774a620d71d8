import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { Engine } from '#contract/gatehouse/workspace.ts'

/** A line of the left navigation. */
export interface NavEntry {
  label: string
  to: string
  icon: Component
  /** Where it stands, ascending. */
  order: number
  /** Rooms inside it, shown while one is in it. */
  children?: readonly NavChild[]
}

/** A room inside a room; `engine`: the only one that has it. */
export interface NavChild {
  label: string
  to: string
  engine?: Engine
}

/**
 * A room of the program: its pages and, where it has one, its line in the navigation. Each `features/<noun>/feature.ts`
 * exports one as `feature`; what has no such file does not show, so the navigation never holds a dead link.
 */
export interface Feature {
  nav?: NavEntry
  routes: RouteRecordRaw[]
}

const modules = import.meta.glob<{ feature: Feature }>('../features/*/feature.ts', { eager: true })

export const FEATURES: readonly Feature[] = Object.values(modules).map((module) => module.feature)

const NAV: readonly NavEntry[] = FEATURES.flatMap((feature) => feature.nav ?? []).sort((a, b) => a.order - b.order)

/** The navigation without what the organization's engine does not have; a room opens at the first that is left in it. */
export function navOf(engine: Engine | undefined): NavEntry[] {
  return NAV.map((entry) => {
    const children = entry.children?.filter((child) => !child.engine || !engine || child.engine === engine)
    const gone = entry.children?.some((child) => child.to === entry.to) && !children?.some(({ to }) => to === entry.to)
    return { ...entry, to: gone ? (children?.[0]?.to ?? entry.to) : entry.to, ...(children ? { children } : {}) }
  })
}
