import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/**
 * Packages that stay outside every bundle: native code, or code that reads its own files. Everything else is bundled,
 * since opening hundreds of small files is most of a cold start.
 */
export const EXTERNAL_PACKAGES = ['sequelize', 'sqlite3', 'sqlite3-napi9', 'pino', 'swagger-ui-dist', 'umzug']

/** For Rolldown: the packages above with their subpaths, and Node's own modules. */
export const external = [
  ...EXTERNAL_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
  /^node:/,
  new RegExp(`^(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`),
]

/** A dependency of Koa builds its deprecation warnings with `eval`; nothing of ours does, lint sees to that. */
export const QUIET_CHECKS = { eval: false }

// The headless service: one file for plain Node, no Electron anywhere in it.
export default defineConfig({
  publicDir: false,
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
