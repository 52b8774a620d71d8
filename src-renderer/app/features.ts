import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'

/** A line of the left navigation. */
export interface NavEntry {
  label: string
  to: string
  icon: Component
  /** Where it stands, ascending. */
  order: number
  /** Rooms inside it, shown while one is in it. */
  children?: readonly { label: string; to: string }[]
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

export const NAV: readonly NavEntry[] = FEATURES.flatMap((feature) => feature.nav ?? []).sort(
  (a, b) => a.order - b.order,
)
