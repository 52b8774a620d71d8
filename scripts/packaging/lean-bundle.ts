import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/**
 * For the output of each bundle that Node runs. WHY ASCII: one character beyond Latin in a file makes V8 keep two bytes for each of
 * its characters as long as the program runs. Comments are for the sources.
 */
export const LEAN_OUTPUT = { charset: 'ascii', comments: false } as const

const ENCODINGS = /[\\/]iconv-lite[\\/]encodings[\\/](dbcs-data|sbcs-data-generated)\.js$/

/** Bodies of requests as bytes, which is how the service has them read (`body-text.ts`), without the tables of some eighty encodings. */
export const bodiesOfBytes: Plugin = {
  name: 'gatehouse:bodies-of-bytes',
  enforce: 'pre',
  load: { filter: { id: ENCODINGS }, handler: () => 'module.exports = {}' },
}

const HTTP = '\0http'

/**
 * `import … from 'node:http'` without Node's `fetch`: to copy the exports of a module, Node reads each property of it, and one of
 * `http` loads `fetch` and all that it needs. Electron's own protocols load it anyway.
 */
export const httpWithoutFetch: Plugin = {
  name: 'gatehouse:http-without-fetch',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? { id: 'node:http', external: true } : HTTP),
  },
  load: {
    filter: { id: new RegExp(`^${HTTP}$`) },
    handler: () => `const http = process.getBuiltinModule('node:http')
      export const { STATUS_CODES, createServer, request } = http
      export default http`,
  },
}

/** One table of content types for all: Koa's own; what Koa is made of asks for two older copies. */
export const oneTableOfTypes: Plugin = {
  name: 'gatehouse:one-table-of-types',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^mime-types$/ },
    handler: () => createRequire(createRequire(import.meta.url).resolve('koa')).resolve('mime-types'),
  },
}
