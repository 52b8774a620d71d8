import type { UpdateState } from '#ui/api/bridge.ts'
import { exactTime } from '#ui/lib/time.ts'

type Labels = { [S in UpdateState['state']]: (state: Extract<UpdateState, { state: S }>) => string }

const LABELS: Labels = {
  off: ({ reason }) => reason,
  idle: () => 'Not checked since Gatehouse started.',
  checking: () => 'Looking for a newer release…',
  current: ({ checkedAt }) => `You have the newest release (checked ${exactTime(checkedAt)}).`,
  available: ({ update }) => `Version ${update.version} is available.`,
  downloading: ({ update, percent }) => `Downloading version ${update.version}: ${percent}%`,
  ready: ({ update }) => `Version ${update.version} is downloaded. Gatehouse closes to install it.`,
  failed: ({ message }) => message,
}

/** One sentence about how far looking for an update is. */
export function updateLabel<S extends UpdateState['state']>(state: Extract<UpdateState, { state: S }>): string {
  return LABELS[state.state as S](state)
}
