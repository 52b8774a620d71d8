import type { WindowState } from '../host/preferences.ts'

/** In device-independent pixels. */
interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const MIN_WIDTH = 800
export const MIN_HEIGHT = 600
const DEFAULT_SIZE = { width: 1440, height: 900 }

/** Of the window, at least this much must be on a display to be grabbed. */
const GRABBABLE = 64

/**
 * Where the window opens: where it was, if that place can still be seen, and never larger than its display. Without a
 * place the system centres it.
 * @param displays work areas, the primary one first.
 */
export function placeWindow(saved: WindowState | undefined, displays: readonly Area[]): WindowState {
  const { width, height, maximized } = saved ?? { ...DEFAULT_SIZE, maximized: false }
  const { x, y } = saved ?? {}
  const home = x === undefined || y === undefined ? undefined : displays.find((area) => canGrab({ x, y, width }, area))
  const area = home ?? displays[0]
  const size = {
    width: clamp(width, MIN_WIDTH, area?.width ?? width),
    height: clamp(height, MIN_HEIGHT, area?.height ?? height),
  }
  if (!home || x === undefined || y === undefined) return { ...size, maximized }
  return {
    x: clamp(x, home.x, home.x + home.width - size.width),
    y: clamp(y, home.y, home.y + home.height - size.height),
    ...size,
    maximized,
  }
}

/** Whether enough of the title bar lies on the display. */
function canGrab({ x, y, width }: Omit<Area, 'height'>, area: Area): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return visible >= GRABBABLE && y >= area.y && y <= area.y + area.height - GRABBABLE
}

/** The lower bound wins on a display that is smaller than the window may be. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
