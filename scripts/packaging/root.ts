import { existsSync } from 'node:fs'
import { join } from 'node:path'

const isRoot = (folder: string): boolean => existsSync(join(folder, 'package-lock.json'))

/** The root of the sources. WHY looked for: electron-vite bundles its configuration, and this file with it, into one at the root. */
export const ROOT = [join(import.meta.dirname, '../..'), import.meta.dirname].find(isRoot) ?? process.cwd()
