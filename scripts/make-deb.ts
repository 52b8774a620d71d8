import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { electronExecutable } from './electron-runtime.ts'
import { makeDeb } from './packaging/deb.ts'

/** `npm run dist:deb`: a Debian package of the built program, made with the machine's own tools and runtime. */
const root = join(import.meta.dirname, '..')
const executable = electronExecutable(root)
if (process.platform !== 'linux' || !executable) {
  console.error(
    'A Debian package needs Linux and an Electron runtime: run `npm start` once, or set ELECTRON_OVERRIDE_DIST_PATH.',
  )
  process.exit(1)
}
await mkdir(join(root, 'dist'), { recursive: true })
console.log(await makeDeb(dirname(executable), join(root, 'dist')))
