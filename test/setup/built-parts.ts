import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type {} from 'vitest/config'
import { ROOT } from '../../scripts/packaging/root.ts'
import { workerBuild } from '../../vite.server.config.ts'

const CLI = 'virtual:built-cli'
const WORKERS = '/src-server/workers/workers.ts'

/** A folder of this run, see `build-folder.ts`. */
const aBuildFolder = () => mkdtemp(join(process.env['GATEHOUSE_BUILD_FOLDER'] ?? '', 'built-'))

async function buildCli(): Promise<string> {
  const outDir = await aBuildFolder()
  await build({ root: ROOT, configFile: join(ROOT, 'vite.server.config.ts'), logLevel: 'warn', build: { outDir } })
  return join(outDir, 'cli.js')
}

async function buildWorker(): Promise<string> {
  const outDir = await aBuildFolder()
  await build(workerBuild(outDir))
  return pathToFileURL(join(outDir, 'worker.js')).href
}

/** What was made by the first call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * What tests use as it is handed out, built when the first test asks for it, once for all of them: the command line, and what worker threads
 * of a service run. A thread that starts from the sources takes two seconds to load them, and each service that hashes a password or verifies
 * its log has one.
 */
export function builtParts(): Plugin {
  const [cli, worker] = [once(buildCli), once(buildWorker)]
  let isWatching = false
  return {
    name: 'gatehouse:built-parts',
    enforce: 'pre',
    // The next run has a folder of its own, so that what names this one is not to be kept for it.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (id.endsWith(CLI) || id.endsWith(WORKERS) ? false : undefined)),
    configResolved: ({ server }) => void (isWatching = Boolean(server.watch)),
    resolveId: (id) => (id === CLI ? `\0${CLI}` : null),
    load: async (id) => (id === `\0${CLI}` ? `export const CLI = ${JSON.stringify(await cli())}` : null),
    transform: async (code, id) => {
      // A run that goes on while sources change has its threads read the sources, too.
      if (isWatching || !id.endsWith(WORKERS)) return null
      // It looks for the thread's module beside itself.
      return { code: code.replaceAll('import.meta.url', JSON.stringify(await worker())), map: null }
    },
  }
}
