/**
 * The design tokens: the only place where a colour, a distance or a size is decided. `naive.ts` hands them to the
 * component library, `cssVariables` to our own styles; nothing else may write a literal colour.
 */

const SPACE = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32 } as const
export const RADIUS = { control: 6, card: 8, small: 4 } as const
/** Pixels. */
export const TYPE = { body: 13, small: 12, section: 14, title: 20 } as const
/**
 * The density in pixels: the rows of tables, the controls by their sizes, and the gap between the fields of a form.
 * Lists that draw a part of their rows compute it from `row`.
 */
export const DENSITIES = {
  comfortable: { row: 36, tiny: 22, small: 28, medium: 32, large: 36, fieldGap: 16 },
  compact: { row: 28, tiny: 20, small: 24, medium: 28, large: 32, fieldGap: 10 },
} as const
export type Density = keyof typeof DENSITIES
export const DRAWER_WIDTH = 720
export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Arial, sans-serif"
export const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"

const LIGHT = {
  canvas: '#ffffff',
  sunken: '#f6f7f9',
  raised: '#ffffff',
  overlay: '#ffffff',
  hover: '#f0f1f5',
  selected: '#eef0fe',
  line: '#e2e5ea',
  control: '#878e9b',
  text: '#1b1e25',
  textSoft: '#535a67',
  textFaint: '#666d7a',
  accent: '#4f46e5',
  accentHover: '#4338ca',
  accentPressed: '#3730a3',
  accentSoft: '#eef0fe',
  onAccent: '#ffffff',
  success: '#157038',
  successSoft: '#e8f6ed',
  warning: '#8f4d06',
  warningSoft: '#fdf3e0',
  danger: '#b91c1c',
  dangerSoft: '#fdeeee',
  onMeaning: '#ffffff',
  undef: '#4a515e',
  undefStripe: '#f0f1f4',
  undefStripeStrong: '#dfe2e8',
  focus: '#4f46e5',
  shadow: '0 8px 28px rgb(20 24 36 / 16%), 0 1px 3px rgb(20 24 36 / 10%)',
} as const

/** What every scheme must define. */
export type Palette = { readonly [Name in keyof typeof LIGHT]: string }
export type Scheme = 'light' | 'dark'

const DARK: Palette = {
  canvas: '#14161b',
  sunken: '#0f1115',
  raised: '#191c22',
  overlay: '#1f232a',
  hover: '#242933',
  selected: '#262a4a',
  line: '#2b303a',
  control: '#6c7483',
  text: '#e7e9ee',
  textSoft: '#b0b6c2',
  textFaint: '#9aa1ae',
  accent: '#a3a8fc',
  accentHover: '#b7bbfd',
  accentPressed: '#8f94f5',
  accentSoft: '#262a4a',
  onAccent: '#12141a',
  success: '#66d394',
  successSoft: '#14301f',
  warning: '#eab85a',
  warningSoft: '#37290f',
  danger: '#f79a93',
  dangerSoft: '#3d1c1c',
  onMeaning: '#12141a',
  undef: '#c3c8d2',
  undefStripe: '#22262e',
  undefStripeStrong: '#323843',
  focus: '#a3a8fc',
  shadow: '0 12px 36px rgb(0 0 0 / 55%), 0 0 0 1px rgb(255 255 255 / 6%)',
}

export const PALETTES: Record<Scheme, Palette> = { light: LIGHT, dark: DARK }

const SURFACES = ['canvas', 'sunken', 'raised', 'overlay', 'hover', 'selected'] as const
const INKS = ['text', 'textSoft', 'textFaint', 'accent'] as const
const MEANINGS = ['success', 'warning', 'danger'] as const

/** Every text on ground that the interface puts together; a test holds each to 4.5:1. */
export const TEXT_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ...SURFACES.flatMap((ground) => INKS.map((ink) => [ink, ground] as const)),
  ...SURFACES.flatMap((ground) => MEANINGS.map((ink) => [ink, ground] as const)),
  ...MEANINGS.map((ink) => [ink, `${ink}Soft`] as const),
  ...MEANINGS.map((ground) => ['onMeaning', ground] as const),
  ...MEANINGS.map((ground) => ['text', `${ground}Soft`] as const),
  ['accent', 'accentSoft'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onAccent', 'accentPressed'],
  ['undef', 'undefStripe'],
  ['undef', 'undefStripeStrong'],
]

/** Edges by which a control is recognised; a test holds each to 3:1. */
export const EDGE_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = (
  ['canvas', 'raised', 'overlay', 'sunken'] as const
).flatMap((ground) => [['control', ground] as const, ['focus', ground] as const])

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The CSS custom properties of a scheme and a density: `--c-text-soft`, `--space-3`, `--row-height` and so on. */
export function cssVariables(scheme: Scheme, density: Density): Record<string, string> {
  const colours = Object.entries(PALETTES[scheme]).map(([name, value]) => [`--c-${kebab(name)}`, value])
  const spaces = Object.entries(SPACE).map(([step, px]) => [`--space-${step}`, `${px}px`])
  const radii = Object.entries(RADIUS).map(([name, px]) => [`--radius-${name}`, `${px}px`])
  const sizes = Object.entries(TYPE).map(([name, px]) => [`--size-${name}`, `${px}px`])
  return Object.fromEntries([
    ...colours,
    ...spaces,
    ...radii,
    ...sizes,
    ['--row-height', `${DENSITIES[density].row}px`],
    ['--field-gap', `${DENSITIES[density].fieldGap}px`],
    ['--font', FONT],
    ['--mono', MONO],
  ])
}
