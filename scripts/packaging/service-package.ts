import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { BUILT, runtimeDependencies, UNREAD } from './contents.ts'
import { PROGRAM } from './metadata.ts'

const ROOT = join(import.meta.dirname, '../..')

const README = `# ${PROGRAM.productName}, the headless service

${PROGRAM.description} This package holds the service and its page, without the desktop program.

    npx ${PROGRAM.name} serve --data organization.gatehouse

It listens on 127.0.0.1 only and prints its address; \`npx ${PROGRAM.name} --help\` lists the options. It needs Node 24 or newer.
`

/** The manifest of the package: what is installed with it is only what stays outside of the bundle. */
function serviceManifest(): Record<string, unknown> {
  const { name, version, description, license, homepage } = PROGRAM
  return {
    name,
    version,
    description,
    license,
    homepage,
    author: manifest.author,
    type: manifest.type,
    bin: manifest.bin,
    files: BUILT.service,
    // What the binaries of the database driver need.
    engines: { node: '>=24' },
    dependencies: runtimeDependencies(false),
    scarfSettings: manifest.scarfSettings,
  }
}

/**
 * Packs the built service as npm installs it.
 *
 * WHY from a folder of its own, not `npm pack` of the checkout: npm always packs the file that `main` names, which is the
 * desktop's, and would install what the desktop and the bundles are made of.
 * @param outDir where the package is written
 * @returns its path
 */
export async function packService(outDir: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'gatehouse-service-'))
  try {
    for (const folder of BUILT.service) await copyBuilt(folder, stage)
    await cp(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
    await writeFile(join(stage, 'README.md'), README)
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(serviceManifest(), null, 2)}\n`)
    await mkdir(outDir, { recursive: true })
    const args = ['pack', '--silent', '--pack-destination', outDir]
    await promisify(execFile)('npm', args, { cwd: stage, shell: process.platform === 'win32' })
    return join(outDir, `${PROGRAM.name}-${PROGRAM.version}.tgz`)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function copyBuilt(folder: string, stage: string): Promise<void> {
  await mkdir(dirname(join(stage, folder)), { recursive: true })
  await cp(join(ROOT, folder), join(stage, folder), { recursive: true, filter: (path) => !UNREAD.test(path) })
}
