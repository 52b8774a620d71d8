import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MIN_HEIGHT, MIN_WIDTH, placeWindow } from '#main/windows/window-state.ts'

const laptop = { x: 0, y: 25, width: 1512, height: 920 }
const desk = { x: 1512, y: 0, width: 2560, height: 1440 }

describe('the window', () => {
  it('opens where it was', () => {
    const saved = { x: 1700, y: 100, width: 1600, height: 1000, maximized: true }
    expect(placeWindow(saved, [laptop, desk])).toEqual(saved)
  })

  it('opens in the middle of the first display at the first start', () => {
    const state = placeWindow(undefined, [laptop])
    expect(state).toEqual({ width: 1440, height: 900, maximized: false })
  })

  it('comes back when its display is gone', () => {
    const saved = { x: 1700, y: 100, width: 2000, height: 1400, maximized: false }
    expect(placeWindow(saved, [laptop])).toEqual({ width: 1512, height: 920, maximized: false })
  })

  it('is pulled in when only a corner can be seen', () => {
    const saved = { x: 1400, y: 800, width: 1200, height: 700, maximized: false }
    expect(placeWindow(saved, [laptop])).toEqual({ x: 312, y: 245, width: 1200, height: 700, maximized: false })
  })

  it('always has its title bar on a display, and its smallest size at least', () => {
    const coordinate = fc.integer({ min: -5000, max: 5000 })
    const length = fc.integer({ min: 1, max: 6000 })
    const saved = fc.record({ x: coordinate, y: coordinate, width: length, height: length, maximized: fc.boolean() })
    fc.assert(
      fc.property(saved, (state) => {
        const { x, y, width, height } = placeWindow(state, [laptop, desk])
        expect(width).toBeGreaterThanOrEqual(MIN_WIDTH)
        expect(height).toBeGreaterThanOrEqual(MIN_HEIGHT)
        if (x === undefined || y === undefined) return
        const home = [laptop, desk].find((area) => x >= area.x && x + width <= area.x + area.width)
        expect(home).toBeDefined()
        expect(y).toBeGreaterThanOrEqual(home?.y ?? Infinity)
      }),
    )
  })
})
