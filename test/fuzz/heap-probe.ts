/** Loaded into the service that is attacked: answers each message with the bytes that its heap holds once all garbage is gone. */
process.on('message', () => {
  const { gc } = globalThis
  // WHY twice: what the first one finalizes, the second one frees.
  void gc?.()
  void gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})
// The channel alone must not keep the service running.
process.channel?.unref()
