import type { Component } from 'vue'
import type { RouteRecordRaw } from 'vue-router'
import type { Engine } from '#contract/gatehouse/workspace.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** First crumb and the window's title, until the page says more with `useCrumbs`. */
    title?: string
    /** Further words by which the palette finds the page. */
    words?: string
  }
}

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
  /** What its pages create when the address says `?create=<kind>` (`useCreateQuery`); the palette offers each. */
  creates?: readonly Creatable[]
}

/** A kind that a page creates; a resource is one. */
interface Creatable {
  kind: string
  one: string
  path: string
}
