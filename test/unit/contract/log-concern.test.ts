import { expect, it } from 'vitest'
import { suspendedText } from '#contract/log/log-concern.ts'

it('a clock that leapt stops only the removal of old events, anything else the sealing too', () => {
  expect(suspendedText([{ kind: 'CLOCK' }])).toBe('old events are not removed')
  expect(suspendedText([{ kind: 'CLOCK' }, { kind: 'OLDER' }])).toBe(
    'the audit log is not sealed and old events are not removed',
  )
})
