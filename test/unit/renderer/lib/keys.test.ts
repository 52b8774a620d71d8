// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { isDialogOpen } from '#ui/lib/keys.ts'

afterEach(() => document.body.replaceChildren())

describe('a dialog over the page', () => {
  it.each([
    ['none', '<main></main>', false],
    ['a dialog', '<div role="dialog" aria-modal="true"></div>', true],
    ['a flyout, beside which the page stays usable', '<div role="dialog" aria-modal="false"></div>', false],
    ['one that fades in', '<div class="fade-enter-active"><div aria-modal="true"></div></div>', true],
    ['one that fades out', '<div class="fade-leave-active"><div aria-modal="true"></div></div>', false],
    ['a drawer that slides out', '<div class="slide-leave-active" aria-modal="true"></div>', false],
    [
      'one that fades out over another',
      '<div aria-modal="true"></div><div class="fade-leave-active"><div aria-modal="true"></div></div>',
      true,
    ],
  ])('%s: the keys of the page know', (_, html, open) => {
    document.body.innerHTML = html
    expect(isDialogOpen()).toBe(open)
  })
})
