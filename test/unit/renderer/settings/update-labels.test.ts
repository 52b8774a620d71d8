import { expect, it } from 'vitest'
import type { UpdateState } from '#ipc/contract.ts'
import { updateLabel } from '#ui/features/settings/update-labels.ts'

const update = { version: '0.2.0', releasedAt: null, notes: '', hint: null }
const STATES: [UpdateState, RegExp][] = [
  [{ state: 'off', reason: 'This build has no update feed.' }, /^This build has no update feed\.$/],
  [{ state: 'idle' }, /^Not checked since/],
  [{ state: 'checking' }, /^Looking for/],
  [{ state: 'current', checkedAt: '2026-11-22T10:00:00.000Z' }, /^You have the newest release \(checked .*2026.*\)\.$/],
  [{ state: 'available', update }, /^Version 0\.2\.0 is available\.$/],
  [{ state: 'downloading', update, percent: 40 }, /0\.2\.0: 40%$/],
  [{ state: 'ready', update }, /^Version 0\.2\.0 is downloaded\./],
  [{ state: 'failed', message: 'The update feed cannot be reached.' }, /^The update feed cannot be reached\.$/],
]

it.each(STATES)('one sentence says how far an update is: %o', (state, expected) => {
  expect(updateLabel(state)).toMatch(expected)
})
