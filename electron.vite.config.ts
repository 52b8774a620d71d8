import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { clientRoutesModule } from './scripts/packaging/client-routes.ts'
import { licencesModule } from './scripts/packaging/licences.ts'
import { externalToDesktop, QUIET_CHECKS, workerBeside } from './vite.server.config.ts'

/** Oldest runtime that must run the build: the test runtime, Electron 33 with Chromium 130 and Node 20. */
const NODE_TARGET = 'node20'
const PAGE_TARGET = 'chrome130'
const RENDERER = resolve(import.meta.dirname, 'src-renderer')
/** Fixed, so that the page's policy can name the development server's socket. */
const DEV_SERVER = { host: '127.0.0.1', port: 5173, strictPort: true }

/**
 * Makes the build's own addresses start at the root: electron-vite sets them relative, which breaks as soon as a page is
 * loaded at `/policies/…`, and the headless service serves the same build.
 */
const absoluteBase: Plugin = {
  name: 'gatehouse:absolute-base',
  enforce: 'post',
  config(config) {
    config.base = '/'
  },
}

export default defineConfig({
  main: {
    plugins: [workerBeside()],
    build: {
      target: NODE_TARGET,
      outDir: 'out/main',
      externalizeDeps: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: externalToDesktop,
        checks: QUIET_CHECKS,
        // The service is loaded after the window; the worker's file must be beside it.
        input: { index: 'src-main/index.ts', service: 'src-server/index.ts' },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      outDir: 'out/preload',
      // A sandboxed preload can load nothing but `electron`: all of it is one CommonJS file.
      externalizeDeps: false,
      minify: false,
      rolldownOptions: {
        external: ['electron'],
        input: { index: 'src-main/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: RENDERER,
    plugins: [vue(), absoluteBase, clientRoutesModule(), licencesModule()],
    server: { ...DEV_SERVER, hmr: { protocol: 'ws', ...DEV_SERVER, clientPort: DEV_SERVER.port } },
    build: {
      target: PAGE_TARGET,
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      emptyOutDir: true,
      // electron-vite leaves it off by default; the page is parsed at every start.
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { index: resolve(RENDERER, 'index.html') },
      },
    },
  },
})
