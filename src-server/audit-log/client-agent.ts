import bowser from 'bowser'
import type { LogEvent } from '#contract/log/log-event.ts'

/** What an event says of the program that asked. */
type ClientAgent = Pick<NonNullable<LogEvent['client']>, 'userAgent' | 'device'>

/** Characters of an agent that are read and kept; programs may send kilobytes. */
const AGENT_LENGTH = 512
/** Agents that are remembered: a workspace sees a handful, and whoever sends new ones for ever must not fill the memory. */
const KNOWN_AGENTS = 200

const DEVICES: Readonly<Record<string, string>> = { desktop: 'Computer', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV' }
const SYSTEMS: Readonly<Record<string, string>> = { macOS: 'Mac OS X', 'Chrome OS': 'ChromeOS' }
const BROWSERS = new Map(Object.entries(bowser.BROWSER_MAP).map(([key, name]) => [name, key.toUpperCase()]))

const known = new Map<string, ClientAgent>()

/**
 * Browser, system and kind of device behind a `User-Agent` header, spelled as logs of this interface have them:
 * `CHROME`, `Windows 10`, `Mac OS X`, `Computer`. What tells nothing of itself, as most scripts, is `UNKNOWN`, `Unknown`
 * and `Unknown`.
 */
export function clientAgent(header: string | null): ClientAgent {
  if (!header) return { userAgent: null, device: 'Unknown' }
  const raw = header.slice(0, AGENT_LENGTH)
  const before = known.get(raw)
  if (before) return before
  if (known.size >= KNOWN_AGENTS) known.clear()
  const agent = readAgent(raw)
  known.set(raw, agent)
  return agent
}

function readAgent(raw: string): ClientAgent {
  const { browser, os, platform } = bowser.parse(raw)
  const windows = os.name === 'Windows' && os.versionName ? ` ${os.versionName}` : ''
  return {
    userAgent: {
      browser: BROWSERS.get(browser.name ?? '') ?? 'UNKNOWN',
      os: os.name ? `${SYSTEMS[os.name] ?? os.name}${windows}` : 'Unknown',
      rawUserAgent: raw,
    },
    device: DEVICES[platform.type ?? ''] ?? 'Unknown',
  }
}
