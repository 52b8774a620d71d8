import type { Component, Ref } from 'vue'
import type { RouteLocationRaw, RouteRecordRaw } from 'vue-router'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** First crumb and the window's title, until the page says more with `useCrumbs`. */
    title?: string
    /** Further words by which the palette finds the page. */
    words?: string
    /** What the page is of no use without: who may not call it sees why, and no line of the navigation leads there. */
    needs?: OperationId
  }
}

/** A line of the left navigation. */
export interface NavEntry {
  label: string
  to: string
  icon: Component
  /** Its position, ascending. */
  order: number
  /** The letter that leads here after G, where none of its rooms inside has it. */
  key?: string
  /** Rooms inside it, shown while one is in it. */
  children?: readonly NavChild[]
}

/** A room inside a room; `engine`: the only one that has it. */
export interface NavChild {
  label: string
  to: string
  /** The letter that leads here after G. */
  key?: string
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
  /** What it gives to the palette wherever one is; loaded with the palette. */
  paletteLines?: () => Promise<UsePaletteLines>
}

/** A line of the palette that leads somewhere. */
export interface PaletteLine {
  key: string
  /** Stands above the lines that have it. */
  section: string
  label: string
  /** Further texts that find it. */
  words: string
  icon: Component
  /** What it comes to, beside the label. */
  outcome?: StatusMeta
  to: RouteLocationRaw
}

/** Gives a feature's lines. It runs in the palette's scope, but not in its setup: what it needs cannot be injected. */
export type UsePaletteLines = () => Readonly<Ref<readonly PaletteLine[]>>

/** A kind that a page creates; a resource is one. */
export interface Creatable {
  kind: string
  one: string
  path: string
  /** What makes one. */
  operations?: { readonly create?: OperationId }
}
