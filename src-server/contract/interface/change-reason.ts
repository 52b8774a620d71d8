/** The header in which a caller says why something is changed. */
export const CHANGE_REASON = 'X-Change-Reason'

/** A reason as the header carries it: percent-encoded, because a header holds no other letters than Latin ones. */
export const encodeChangeReason = (reason: string): string => encodeURIComponent(reason.trim().toWellFormed())
