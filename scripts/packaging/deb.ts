import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Installer } from 'electron-installer-debian'
import { packArchive } from './archive.ts'
import { burnFuses } from './fuses.ts'
import { desktopEntry, mimePackage } from './linux-files.ts'
import { ICONS, PROGRAM } from './metadata.ts'

const ROOT = join(import.meta.dirname, '../..')

/** First Electron whose Node-API is the one that the database driver needs. */
const DRIVER_NEEDS = 35
/** Debian's name for the processors that we build on. */
const DEBIAN_ARCH: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Makes a Debian package from the built program and an Electron runtime, with system tools alone (dpkg-deb): what
 * electron-builder downloads tools for can so be installed and tried on any Debian machine.
 * @param electronDist folder of an unpacked Electron for Linux
 * @param outDir where the package is written
 * @param feed address of a folder with releases, which the program looks into when asked
 * @returns its path
 */
export async function makeDeb(electronDist: string, outDir: string, feed?: string): Promise<string> {
  const arch = DEBIAN_ARCH[process.arch]
  if (!arch) throw new Error(`no Debian package is made for ${process.arch}`)
  const work = await mkdtemp(join(tmpdir(), 'gatehouse-deb-'))
  try {
    const src = await layOut(electronDist, join(work, 'program'))
    // As electron-builder writes it; JSON is YAML too.
    if (feed) await writeFile(join(src, 'resources/app-update.yml'), JSON.stringify({ provider: 'generic', url: feed }))
    const desktopTemplate = join(work, 'desktop')
    await writeFile(desktopTemplate, desktopEntry())
    const installer = new WithMimeType({ ...optionsFor(arch), src, dest: outDir, desktopTemplate })
    await installer.generateDefaults()
    installer.generateOptions()
    await installer.createStagingDir()
    await installer.createContents()
    await installer.createPackage()
    await installer.movePackage()
    return join(outDir, `${PROGRAM.name}_${PROGRAM.version}_${arch}.deb`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The installer leaves the type of our files to the desktop entry, which only names it. */
class WithMimeType extends Installer {
  override get contentFunctions(): string[] {
    return [...super.contentFunctions, 'createMimePackage']
  }

  async createMimePackage(): Promise<void> {
    const folder = join(this.stagingDir, 'usr/share/mime/packages')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${PROGRAM.name}.xml`), mimePackage(), { mode: 0o644 })
  }
}

const optionsFor = (arch: string) => ({
  name: PROGRAM.name,
  productName: PROGRAM.productName,
  genericName: PROGRAM.genericName,
  description: PROGRAM.synopsis,
  productDescription: PROGRAM.description,
  version: PROGRAM.version,
  homepage: PROGRAM.homepage,
  maintainer: PROGRAM.maintainer,
  section: PROGRAM.debianSection,
  categories: PROGRAM.categories,
  bin: PROGRAM.name,
  icon: { '512x512': join(ROOT, ICONS.png), scalable: join(ROOT, ICONS.svg) },
  arch,
  // Fast to pack; the packages that are handed out are electron-builder's.
  compression: 'zstd',
  rename: (folder: string) => join(folder, '<%= name %>_<%= version %>_<%= arch %>.deb'),
  logger: () => undefined,
})

/** The program as it lies below `/usr/lib`: the runtime under our name, with its fuses burnt, and our archive. */
async function layOut(electronDist: string, folder: string): Promise<string> {
  await cp(electronDist, folder, { recursive: true, filter: (path) => !path.endsWith('default_app.asar') })
  const executable = join(folder, PROGRAM.name)
  await rename(join(folder, 'electron'), executable)
  await chmod(executable, 0o755)
  await burnFuses(executable)
  const major = Number.parseInt((await readFile(join(folder, 'version'), 'utf8')).replace(/^v/, ''), 10)
  await packArchive(join(folder, 'resources/app.asar'), major < DRIVER_NEEDS ? 'sqlite3-napi9' : 'sqlite3')
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}
