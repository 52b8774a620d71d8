/**
 * On which side something has changed since both were last the same: `incoming` theirs, `outgoing` ours, `conflict` both, each otherwise. `unknown`: when
 * they were last the same is not known.
 */
export type Direction = 'incoming' | 'outgoing' | 'conflict' | 'unknown'

/** Of what differs now. */
export function directionOf(isOursChanged: boolean, isTheirsChanged: boolean): Direction {
  if (isOursChanged === isTheirsChanged) return 'conflict'
  return isTheirsChanged ? 'incoming' : 'outgoing'
}
