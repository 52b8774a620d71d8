import { isAbort, asApiError } from '#ui/api/api-error.ts'
import { bridge } from '#ui/api/bridge.ts'
import { api } from '#ui/api/client.ts'

/** What the page adds: what draws it, and which page it is, without what is shown on it. */
interface PageFacts {
  /** The pattern of the route, such as `/policies/:policyId`. */
  page: string
  theme: string
  density: string
}

/** A part that cannot be read says why: then that is the problem. */
async function part<T>(read: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await read()
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown
    return { problem: asApiError(thrown).summary }
  }
}

/** The report of a problem, as the text that is shown, copied and saved. */
export async function readReport(facts: PageFacts, signal: AbortSignal): Promise<string> {
  const [service, desktop] = await Promise.all([
    part(() => api.call('getDiagnostics', { signal })),
    bridge.available ? part(bridge.diagnostics) : undefined,
  ])
  const { innerWidth: width, innerHeight: height, devicePixelRatio: scale } = window
  const page = { ...facts, agent: navigator.userAgent, language: navigator.language, width, height, scale }
  return JSON.stringify({ service, desktop, page }, null, 2)
}

/** The name of the file that it is saved as. */
export function reportName(now: Date): string {
  return `gatehouse-report-${now.toISOString().slice(0, 10)}.json`
}
