/**
 * Large parts of the service in the order in which they need each other, each a file of the desktop's build. WHY: a host that has
 * other things to do can load them one by one, before `index.ts`, which needs them all.
 */
export const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#db/tables/table.ts'),
  () => import('#contract/routes/index.ts'),
  () => import('#http/handlers.ts'),
]
