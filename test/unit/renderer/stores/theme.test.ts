// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { naiveOverrides } from '#ui/app/theme/naive.ts'
import { PALETTES, type DENSITIES } from '#ui/lib/theme-tokens.ts'
import { useThemeStore } from '#ui/stores/theme.ts'

const rowHeight = () => document.documentElement.style.getPropertyValue('--row-height')
const heightsOf = (density: keyof typeof DENSITIES) => naiveOverrides('light', density).common

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

it('the density that was chosen holds for tables and fields at once, and at the next start', async () => {
  const theme = useThemeStore()
  expect([theme.rowHeight, rowHeight()]).toEqual([36, '36px'])
  theme.density = 'compact'
  await nextTick()
  expect([theme.rowHeight, rowHeight()]).toEqual([28, '28px'])
  setActivePinia(createPinia())
  expect(useThemeStore().density).toBe('compact')
})

it('a density that this version does not know is the comfortable one', () => {
  localStorage.setItem('gatehouse.density', 'cramped')
  expect(useThemeStore().density).toBe('comfortable')
})

it('compact lowers every control, and none below what can still be hit', () => {
  for (const size of ['heightTiny', 'heightSmall', 'heightMedium', 'heightLarge'] as const) {
    const [comfortable, compact] = [heightsOf('comfortable'), heightsOf('compact')].map((common) =>
      Number.parseInt(common?.[size] ?? '', 10),
    ) as [number, number]
    expect(compact, size).toBeLessThan(comfortable)
    expect(compact, size).toBeGreaterThanOrEqual(20)
  }
})

it.each(['light', 'dark'] as const)(
  'what is chosen of a few is outlined in the accent, and not filled: %s',
  (scheme) => {
    const { Radio } = naiveOverrides(scheme, 'comfortable')
    const { accent } = PALETTES[scheme]
    expect(Radio).toEqual({
      buttonColorActive: 'transparent',
      buttonTextColorActive: accent,
      buttonBorderColorActive: accent,
    })
  },
)
