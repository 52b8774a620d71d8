import { tokenizeLeniently } from '#expression/index.ts'

/** What ids of groups look like. */
const GROUP_ID = /^00g[0-9A-Za-z]{17}$/

/** The ids of groups that are written out in a text, with where their token ends; also while the text is broken. */
export function groupIdsIn(text: string): { id: string; end: number }[] {
  return tokenizeLeniently(text).flatMap(({ kind, value, end }) =>
    kind === 'text' && typeof value === 'string' && GROUP_ID.test(value) ? [{ id: value, end }] : [],
  )
}
