// Preloaded by lean-bundle.test.ts: answers any message with what the program has loaded.
import { registerHooks } from 'node:module'

const packages = new Set()
registerHooks({
  load: (url, context, next) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name) packages.add(name)
    return next(url, context)
  },
})
process.on('message', () => process.send({ packages: [...packages].sort(), own: process.moduleLoadList }))
