import { createServer } from 'node:net'

/** Where scripts look first. */
export const DEFAULT_PORT = 7480
const SPAN = 20

/** Ports to try, in order: the preferred one and the twenty after it. */
export function portCandidates(preferred: number): number[] {
  return Array.from({ length: SPAN + 1 }, (_, offset) => preferred + offset).filter((port) => port < 65536)
}

/** The first free candidate, or 0 (any) when all are taken: an odd port is better than no program. */
export async function choosePort(
  preferred: number,
  isFree: (port: number) => Promise<boolean> = isPortFree,
): Promise<number> {
  for (const port of portCandidates(preferred)) if (await isFree(port)) return port
  return 0
}

/** Whether the port is free on the loopback address at this moment. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
