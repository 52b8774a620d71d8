// Preloaded by service-bundle.test.ts: answers any message with what the program has loaded.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const packages = new Set()
const files = new Set()
registerHooks({
  load: (url, context, next) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name) packages.add(name)
    if (url.startsWith('file:')) files.add(fileURLToPath(url))
    return next(url, context)
  },
})
process.on('message', () => process.send({ packages: [...packages].sort(), files: [...files] }))
