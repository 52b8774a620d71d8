import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

type FuseName = Uncapitalize<keyof typeof FuseV1Options>

/**
 * Every switch that is burnt into the executable, by electron-builder's name for it. The one that electron-builder does
 * not know, `wasmTrapHandlers`, stays as Electron ships it: it makes WebAssembly faster and opens nothing.
 */
export const FUSES = {
  // The program must not serve others as a Node runtime.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // No cookies are used; if one ever is, it is encrypted.
  enableCookieEncryption: true,
  // Only the archive that was built runs, and only unchanged (the second on Windows and macOS: Linux has no such check).
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: true,
  // No snapshot of our own is built.
  loadBrowserProcessSpecificV8Snapshot: false,
  // The page comes from app://, never from file://.
  grantFileProtocolExtraPrivileges: false,
} as const satisfies Partial<Record<FuseName, boolean>>

const optionOf = (name: string) =>
  FuseV1Options[(name.charAt(0).toUpperCase() + name.slice(1)) as keyof typeof FuseV1Options]

/** Burns the fuses into an executable, as electron-builder does. */
export async function burnFuses(executable: string): Promise<void> {
  const wire = Object.fromEntries(Object.entries(FUSES).map(([name, on]) => [optionOf(name), on]))
  await flipFuses(executable, { version: FuseVersion.V1, ...wire })
}
