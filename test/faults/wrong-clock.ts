import { isMainThread } from 'node:worker_threads'

// Loaded before the service by `startProcess`: what it reads of the time is so far ahead of the machine's.
let aheadMs = Number(process.env['GATEHOUSE_TEST_CLOCK_MS'])

const machine = Date.now.bind(Date)
Date.now = () => machine() + aheadMs

globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) => Reflect.construct(target, given.length ? given : [target.now()], self) as object,
  apply: (target) => new target(target.now()).toString(),
})

if (isMainThread && process.send) {
  process.on('message', (ms: number) => {
    aheadMs = ms
    process.send?.('set')
  })
  // Who sets it may be gone; the program ends by its own rules.
  process.channel?.unref()
}
