import { expect, it } from 'vitest'
import type { ObjectVersion } from '#contract/gatehouse/version.ts'
import { restoreText } from '#ui/resource/versions/version-text.ts'

const version = (kind: ObjectVersion['kind']) => ({ kind, name: 'Berth planner', objectId: 'x1' }) as ObjectVersion

it('what restoring comes to is said by what it is: an object is back or as it was, an application gets its policy again', () => {
  const then = 'version 2, of 3 May'
  const text = (kind: ObjectVersion['kind'], isGone: boolean) => restoreText(version(kind), isGone, then, 'Two factors')
  expect(text('zone', true)).toBe(
    '“Berth planner” was deleted. It comes back under its own id, as in version 2, of 3 May.',
  )
  expect(text('zone', false)).toBe('“Berth planner” becomes what it was in version 2, of 3 May.')
  for (const isGone of [true, false])
    expect(text('mapping', isGone)).toBe(
      '“Berth planner” gets the policy “Two factors” again, in place of the one that it has now.',
    )
})
