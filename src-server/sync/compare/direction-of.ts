import type { Direction } from '#contract/gatehouse/comparison.ts'

/** Of what differs now, by the sides on which it has changed since both were the same. */
export function directionOf(isOursChanged: boolean, isTheirsChanged: boolean): Direction {
  if (isOursChanged === isTheirsChanged) return 'conflict'
  return isTheirsChanged ? 'incoming' : 'outgoing'
}
