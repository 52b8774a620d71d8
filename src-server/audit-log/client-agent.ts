import bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import type { LogEvent } from '#contract/log/log-event.ts'

/** The user agent of an event. */
type ClientAgent = Pick<NonNullable<LogEvent['client']>, 'userAgent' | 'device'>

/** Characters of an agent that are read and stored; programs may send kilobytes. */
const AGENT_LENGTH = 512

const DEVICES: Readonly<Record<string, string>> = { desktop: 'Computer', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV' }
const SYSTEMS: Readonly<Record<string, string>> = { macOS: 'Mac OS X', 'Chrome OS': 'ChromeOS' }
const BROWSERS = new Map(Object.entries(bowser.BROWSER_MAP).map(([key, name]) => [name, key.toUpperCase()]))

/** Limited: a workspace sees few agents, and a client that sends ever new ones must not fill the memory. */
const agents = new LRUCache<string, ClientAgent>({ max: 200, memoMethod: readAgent })

/**
 * Browser, system and kind of device behind a `User-Agent` header, spelled as logs of this interface have them:
 * `CHROME`, `Windows 10`, `Mac OS X`, `Computer`. An agent without such names, as of most scripts, is `UNKNOWN`, `Unknown`
 * and `Unknown`.
 */
export function clientAgent(header: string | null): ClientAgent {
  if (!header) return { userAgent: null, device: 'Unknown' }
  return agents.memo(header.slice(0, AGENT_LENGTH))
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
