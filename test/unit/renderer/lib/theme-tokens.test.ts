import { describe, expect, it } from 'vitest'
import { cssVariables, EDGE_PAIRS, PALETTES, TEXT_PAIRS, type Scheme } from '#ui/lib/theme-tokens.ts'

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const SCHEMES = Object.keys(PALETTES) as Scheme[]

describe('the contrast computation', () => {
  it('agrees with the published extremes', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe.each(SCHEMES)('tokens, %s', (scheme) => {
  const palette = PALETTES[scheme]

  it.each(TEXT_PAIRS)('%s on %s can be read (4.5:1)', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(EDGE_PAIRS)('the edge %s is seen on %s (3:1)', (edge, ground) => {
    expect(contrast(palette[edge], palette[ground])).toBeGreaterThanOrEqual(3)
  })

  it('the stripes of "cannot tell" differ from each other and from the grounds of yes and no', () => {
    const grounds = [palette.undefStripe, palette.undefStripeStrong, palette.successSoft, palette.dangerSoft]
    expect(new Set(grounds).size).toBe(grounds.length)
  })

  it('hands every colour to the style sheets', () => {
    const variables = cssVariables(scheme, 'comfortable')
    expect(variables['--c-text-soft']).toBe(palette.textSoft)
    expect(variables['--row-height']).toBe('36px')
    expect(Object.values(variables)).toEqual(expect.arrayContaining(Object.values(palette)))
  })
})
