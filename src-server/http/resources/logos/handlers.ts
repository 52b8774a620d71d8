import { ApiError } from '#contract/interface/api-error.ts'
import type { logoRoutes } from '#contract/routes/logos.ts'
import { replaceAppLogo } from '#operations/logos/logos.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { appLogoAddress } from '../links.ts'
import { drawPng } from './png.ts'
import { serveLogo } from './served-logo.ts'

const COLOUR = [0x4a, 0x5a, 0x7a] as const

const isInCircle = (x: number, y: number, [centreX, centreY, radius]: readonly [number, number, number]) =>
  (x - centreX) ** 2 + (y - centreY) ** 2 <= radius ** 2

/** Head and shoulders of one person. */
const isPerson = (x: number, y: number, centre: number) =>
  isInCircle(x, y, [centre, 0.36, 0.13]) || (y <= 0.76 && isInCircle(x, y, [centre, 0.76, 0.22]))

const isTile = (x: number, y: number) => [x, y].every((at) => Math.abs(Math.abs(at - 0.5) - 0.2) <= 0.14)

const DRAWINGS = {
  group: (x: number, y: number) => isPerson(x, y, 0.28) || isPerson(x, y, 0.72),
  app: isTile,
} as const

/** Pixels of an edge. */
const SIZES = { medium: 64, large: 128 } as const

/** By the name of the file; drawn when it is first asked for. */
const FILES: ReadonlyMap<string, { size: number; isInk: (x: number, y: number) => boolean }> = new Map(
  Object.entries(DRAWINGS).flatMap(([what, isInk]) =>
    Object.entries(SIZES).map(([name, size]) => [`${what}-${name}.png`, { size, isInk }] as const),
  ),
)
const drawn = new Map<string, Buffer>()

export const logoHandlers: HandlerTable<typeof logoRoutes> = {
  getLogo: async ({ params: { file } }) => {
    const drawing = FILES.get(file)
    if (!drawing) throw new ApiError('E0000008')
    const data = drawn.get(file) ?? drawPng(drawing.size, COLOUR, drawing.isInk)
    drawn.set(file, data)
    return { body: { type: 'image/png', data } }
  },

  uploadAppLogo: async ({ write, params, file, base }) => {
    const id = await write((tx) => replaceAppLogo(tx, params.appId, file))
    return { body: undefined, headers: { Location: appLogoAddress(id, base) } }
  },

  getAppLogo: ({ reader, params }) => serveLogo(reader, params.logoId),
}
