import type { GlobalThemeOverrides } from 'naive-ui'
import {
  DENSITIES,
  FONT,
  MONO,
  PALETTES,
  RADIUS,
  TYPE,
  type Density,
  type Palette,
  type Scheme,
} from '#ui/lib/theme-tokens.ts'

function meaning(name: 'success' | 'warning' | 'error' | 'info', colour: string) {
  return Object.fromEntries(['', 'Hover', 'Pressed', 'Suppl'].map((state) => [`${name}Color${state}`, colour]))
}

function common(c: Palette, density: Density): GlobalThemeOverrides['common'] {
  const { tiny, small, medium, large } = DENSITIES[density]
  return {
    fontFamily: FONT,
    fontFamilyMono: MONO,
    fontSize: `${TYPE.body}px`,
    fontSizeTiny: `${TYPE.small}px`,
    fontSizeSmall: `${TYPE.body}px`,
    fontSizeMedium: `${TYPE.body}px`,
    fontSizeLarge: `${TYPE.section}px`,
    borderRadius: `${RADIUS.control}px`,
    borderRadiusSmall: `${RADIUS.small}px`,
    heightTiny: `${tiny}px`,
    heightSmall: `${small}px`,
    heightMedium: `${medium}px`,
    heightLarge: `${large}px`,
    cubicBezierEaseInOut: 'cubic-bezier(.3, 0, .2, 1)',
    primaryColor: c.accent,
    primaryColorHover: c.accentHover,
    primaryColorPressed: c.accentPressed,
    primaryColorSuppl: c.accent,
    ...meaning('success', c.success),
    ...meaning('warning', c.warning),
    ...meaning('error', c.danger),
    ...meaning('info', c.accent),
    textColorBase: c.text,
    textColor1: c.text,
    textColor2: c.text,
    textColor3: c.textFaint,
    placeholderColor: c.textFaint,
    iconColor: c.textFaint,
    clearColor: c.textFaint,
    clearColorHover: c.text,
    closeIconColor: c.textSoft,
    borderColor: c.control,
    dividerColor: c.line,
    bodyColor: c.canvas,
    cardColor: c.raised,
    modalColor: c.overlay,
    popoverColor: c.overlay,
    tableColor: c.canvas,
    tableHeaderColor: c.sunken,
    inputColor: c.canvas,
    actionColor: c.sunken,
    hoverColor: c.hover,
    boxShadow1: c.shadow,
    boxShadow2: c.shadow,
    boxShadow3: c.shadow,
  }
}

/** The component library's theme, made from the tokens. */
export function naiveOverrides(scheme: Scheme, density: Density): GlobalThemeOverrides {
  const c = PALETTES[scheme]
  return {
    common: common(c, density),
    Button: {
      textColorPrimary: c.onAccent,
      textColorHoverPrimary: c.onAccent,
      textColorPressedPrimary: c.onAccent,
      textColorFocusPrimary: c.onAccent,
      textColorDisabledPrimary: c.onAccent,
      textColorError: c.onMeaning,
      textColorHoverError: c.onMeaning,
      textColorPressedError: c.onMeaning,
      textColorFocusError: c.onMeaning,
      textColorDisabledError: c.onMeaning,
      border: `1px solid ${c.line}`,
      colorQuaternaryHover: c.hover,
      fontWeight: '500',
    },
    Tooltip: { color: c.text, textColor: c.canvas, borderRadius: `${RADIUS.small}px`, padding: '4px 8px' },
    Drawer: { color: c.overlay, bodyPadding: '16px 24px', headerPadding: '12px 24px', footerPadding: '12px 24px' },
    Dialog: { borderRadius: `${RADIUS.card}px` },
    Card: { borderRadius: `${RADIUS.card}px` },
    Tabs: { tabTextColorLine: c.textSoft, tabTextColorActiveLine: c.accent, tabTextColorHoverLine: c.text },
    Select: { peers: { InternalSelection: { border: `1px solid ${c.control}` } } },
    Input: { border: `1px solid ${c.control}` },
    Tag: { border: `1px solid ${c.line}`, color: c.hover, fontSizeSmall: `${TYPE.small}px` },
    // Outlined in both schemes: the library's own dark one fills what is chosen.
    Radio: { buttonColorActive: 'transparent', buttonTextColorActive: c.accent, buttonBorderColorActive: c.accent },
    Switch: { railColor: c.control, railColorActive: c.accent },
  }
}
