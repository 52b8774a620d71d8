import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** The fuses of an executable, by electron-builder's names; those that its Electron lacks are left out. */
export async function readFuses(executable: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(executable)
  const states = Object.entries(wire).filter(([option]) => option in FuseV1Options)
  return Object.fromEntries(
    states.map(([option, state]) => {
      const name = FuseV1Options[Number(option)] as string
      return [name.charAt(0).toLowerCase() + name.slice(1), state === FuseState.ENABLE]
    }),
  )
}
