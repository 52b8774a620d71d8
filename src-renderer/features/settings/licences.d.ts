/** Made by the build from the packages themselves: scripts/packaging/licences.ts. */
declare module 'virtual:licences' {
  export interface LicensedPackage {
    name: string
    version: string
    /** SPDX expression, as the package states it. */
    license: string
    /** Null where the package brings none. */
    text: string | null
  }
  export const own: { readonly license: string; readonly homepage: string }
  export const packages: readonly LicensedPackage[]
}
