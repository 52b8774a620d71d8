import type { AlikeObject, ComparisonView, ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import { isPairedByHand, typeField } from '#contract/sync/paired-by-hand.ts'

const LONGEST = 60

/** What tells one of several objects with one name apart: "url: https://one.example.com". */
export function partingText({ fields }: AlikeObject): string {
  const parts = fields.map(({ path, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    const shown = text === '' || text === 'null' ? 'not set' : text
    return `${path.split('.').at(-1)}: ${shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown}`
  })
  return parts.join(' · ')
}

/** Whether a person may say with what an object that is on one side only is the same. */
export const isPairable = ({ kind, parent, parentId, ours, theirs }: ObjectDifferenceView): boolean =>
  isPairedByHand(kind) && (ours === null || theirs === null) && (parent === null || parentId !== null)

/** Which objects can be paired with one, by their type: " with the same type"; empty where its kind has none. */
export function alikeText({ kind }: Pick<ObjectDifferenceView, 'kind'>): string {
  const field = typeField(kind)
  return field === null ? '' : ` with the same ${field === 'signOnMode' ? 'sign-on mode' : field}`
}

/** What objects with one name are called in a heading: "Wiki", "Day in Contractors". */
export const alikeTitle = ({ name, parent }: ComparisonView['ambiguous'][number]): string =>
  parent === null ? name : `${name} in ${parent}`
