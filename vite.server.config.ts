import { fileURLToPath } from 'node:url'
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite'

/**
 * Packages that stay outside every bundle: native code, code that reads its own files, asm.js, which a bundler breaks, or code that requires optional packages, as
 * Sequelize does those of other databases. Everything else is bundled, since opening hundreds of small files is most of a cold start.
 */
export const EXTERNAL_PACKAGES = [
  'sequelize',
  'sqlite3',
  'sqlite3-napi9',
  'pino',
  'swagger-ui-dist',
  'umzug',
  'logic-solver',
]

/** For Rolldown: the packages above with their subpaths. */
const external = EXTERNAL_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`))

/** The same for Electron's process. */
export const externalToDesktop = ['electron', /^electron-log(\/|$)/, ...external]

/** A dependency of Koa builds its deprecation warnings with `eval`; nothing of ours does, lint sees to that. */
export const QUIET_CHECKS = { eval: false }

/** A build that stands alone, into a folder where others are. @param isOneFile holds also what is loaded late */
function besideOthers(
  outDir: string,
  source: string,
  file: string,
  { sourcemap, isOneFile }: { sourcemap: boolean; isOneFile: boolean },
): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap,
      reportCompressedSize: false,
      rolldownOptions: {
        external,
        checks: QUIET_CHECKS,
        input: fileURLToPath(new URL(source, import.meta.url)),
        output: {
          format: 'es',
          entryFileNames: file,
          ...(isOneFile ? { codeSplitting: false } : { chunkFileNames: 'chunks/[name]-[hash].js' }),
        },
      },
    },
  }
}

/** The verifier of signed exports: one file without any dependency, which goes to people who have nothing else of ours. */
export const verifierBuild = (outDir: string): InlineConfig =>
  besideOthers(outDir, 'src-server/verifier/verify-bundle.ts', 'verify-bundle.mjs', {
    sourcemap: false,
    isOneFile: true,
  })

/** What worker threads run; `src-server/workers/workers.ts` looks for it beside the file of the service. */
export const workerBuild = (outDir: string): InlineConfig =>
  besideOthers(outDir, 'src-server/workers/worker.ts', 'worker.js', { sourcemap: true, isOneFile: false })

/** WHY a build of its own: in one with the service, what both use would be in a third file. */
function besides(name: string, buildInto: (outDir: string) => InlineConfig): Plugin {
  let outDir = ''
  return {
    name: `gatehouse:${name}`,
    configResolved: (config) => void (outDir = config.build.outDir),
    async closeBundle() {
      await build(buildInto(outDir))
    },
  }
}

/** For each program that runs the service in its process. */
export const workerBeside = (): Plugin => besides('worker', workerBuild)

// The headless service: one file for plain Node, no Electron anywhere in it.
export default defineConfig({
  publicDir: false,
  plugins: [besides('verifier', verifierBuild), workerBeside()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/server',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external,
      checks: QUIET_CHECKS,
      input: { cli: 'src-server/cli.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
