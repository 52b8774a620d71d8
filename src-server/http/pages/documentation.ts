import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { send } from '@koa/send'
import type { Context, Middleware } from 'koa'
import { openApiDocument } from '../../openapi/document.ts'

const FILES = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Gatehouse interface</title>
  <link rel="icon" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <style>body { margin: 0 }</style>
</head>
<body>
  <main id="documentation"></main>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
})
`

interface DocumentationOptions {
  version: string
  url: () => string
}

/**
 * `/api/v1/openapi.json` and the readable documentation at `/docs`. Both are public: they describe the interface, not
 * the workspace.
 */
export function documentation({ version, url }: DocumentationOptions): Middleware {
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  let document: string | null = null

  const pages: Readonly<Record<string, (ctx: Context) => void>> = {
    '/api/v1/openapi.json': (ctx) => {
      ctx.type = 'json'
      ctx.body = document ??= JSON.stringify(openApiDocument({ version, url: url() }))
    },
    '/docs': (ctx) => {
      ctx.type = 'html'
      ctx.body = PAGE
    },
    '/docs/start.js': (ctx) => {
      ctx.type = 'js'
      ctx.body = START
    },
  }

  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const page = pages[ctx.path.replace(/(?<=.)\/$/, '')]
    if (page) return page(ctx)
    const file = /^\/docs\/([\w.-]+)$/.exec(ctx.path)?.[1]
    if (!file || !FILES.has(file)) return next()
    await send(ctx, file, { root })
  }
}
