/** The package has no types; only what deb.ts uses. */
declare module 'electron-installer-debian' {
  export class Installer {
    constructor(options: Readonly<Record<string, unknown>>)
    /** Where the package's tree is laid out. */
    stagingDir: string
    /** Names of the methods that fill it. */
    get contentFunctions(): string[]
    generateDefaults(): Promise<unknown>
    generateOptions(): void
    createStagingDir(): Promise<void>
    createContents(): Promise<void>
    createPackage(): Promise<void>
    movePackage(): Promise<void>
  }
}
