import { open } from 'node:fs/promises'
import { homedir, release } from 'node:os'
import { DIAGNOSTICS_LIMITS } from '#contract/gatehouse/diagnostics.ts'
import { safeLogLine } from '#contract/gatehouse/log-line.ts'
import type { DesktopDiagnostics } from '../ipc/contract.ts'

/** What the desktop knows of itself. */
interface DesktopParts {
  versions: Pick<DesktopDiagnostics, 'version' | 'electron' | 'chrome' | 'node'>
  isPackaged: boolean
  logFile: string
  /** Values that must not leave the program. */
  secrets(): readonly string[]
}

/** Enough for the last lines, however long the log is. */
const TAIL_BYTES = 512 * 1024

/** The desktop's part of a report: it names no person, no secret and no folder of the person. */
export async function desktopDiagnostics(parts: DesktopParts): Promise<DesktopDiagnostics> {
  const surroundings = { home: homedir(), secrets: parts.secrets() }
  const lines = await lastLines(parts.logFile, DIAGNOSTICS_LIMITS.logLines)
  return {
    ...parts.versions,
    platform: process.platform,
    release: release(),
    arch: process.arch,
    isPackaged: parts.isPackaged,
    log: lines.map((line) => safeLogLine(line, surroundings)),
  }
}

/** The last lines of a text file; none where it cannot be read, such as before anything was logged. */
async function lastLines(file: string, count: number): Promise<string[]> {
  try {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      const start = Math.max(0, size - TAIL_BYTES)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean)
      // The first is a part of a line, unless the file begins there.
      return (start ? lines.slice(1) : lines).slice(-count)
    } finally {
      await handle.close()
    }
  } catch {
    return []
  }
}
