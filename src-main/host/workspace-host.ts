import { dirname } from 'node:path'
import type { RunningServer, ServerOptions } from '#server/index.ts'
import type { WorkspaceInfo } from '../ipc/contract.ts'
import { removeDiscovery, writeDiscovery } from './discovery.ts'
import { choosePort, DEFAULT_PORT } from './port.ts'
import { isSameFile } from './replace-file.ts'

/** What the host needs from around it; given, so that it runs in a test as in the desktop. */
export interface HostParts {
  createServer(options: ServerOptions): Promise<RunningServer>
  /** Says whether a file could be opened. @throws StartError */
  probe(dataFile: string): Promise<void>
  /** Puts a backup in the place of a workspace that is closed. @returns the backup of what was there. @throws StartError */
  restore(dataFile: string, backup: string): Promise<string | null>
  /** Options that every start shares: the log, the folder of the built page. */
  base: Omit<ServerOptions, 'dataFile' | 'port' | 'engine' | 'secretKey' | 'onVocabulary'>
  /** Where the newest seal on the log of a workspace is recorded; absent: beside the workspace file. */
  sealRecord?(dataFile: string): string
  /** The key that seals secrets of workspaces; undefined: the service keeps one beside the file. */
  secretKey(): Promise<Uint8Array | undefined>
  version: string
  pid: number
  /** The port of the last run, if there was one, and where this run's is remembered. */
  preferredPort: number | undefined
  rememberPort(port: number): void
  /** Whether nothing listens on a port; absent: the system is asked. */
  isPortFree?(port: number): Promise<boolean>
  /** Another workspace, none, or the same whose file was moved, deleted or replaced. */
  onChange(workspace: WorkspaceInfo | null): void
  /** Hears what went wrong and did not matter enough to fail. */
  warn(message: string, error: unknown): void
}

/** The service that the desktop runs: one workspace file at a time. */
export interface WorkspaceHost {
  /** The running service, or null before the start, after the stop and for a moment while files are switched. */
  current(): { server: RunningServer; workspace: WorkspaceInfo } | null
  /**
   * Says whether a file could be opened, while the former one stays open. The one that is open already can be.
   * @throws StartError
   */
  probe(dataFile: string): Promise<void>
  /**
   * Opens a workspace file, closing the one before. When the new one cannot be opened, the former is opened again.
   * @throws StartError from the service, as it is.
   */
  open(dataFile: string, options?: Pick<ServerOptions, 'engine'>): Promise<WorkspaceInfo>
  /**
   * Serves the open workspace on another port, from now on; null where none is open.
   * @throws Error from the service, which then runs on the former port again
   */
  moveTo(port: number): Promise<WorkspaceInfo | null>
  /**
   * Closes the open workspace, puts a backup in its place and opens it. When that cannot be done or opened, it is again as it was.
   * @throws StartError from the service, as it is.
   */
  restore(backup: string): Promise<void>
  /** Stops the service and closes its database; harmless when nothing runs. */
  stop(): Promise<void>
}

/** How soon a file that was moved away is noticed, in milliseconds; a look takes some microseconds. */
const WATCH_MS = 1_000

/** Creates a host that runs nothing yet. Opening and stopping queue behind each other, in the order of the calls. */
export function createWorkspaceHost(parts: HostParts): WorkspaceHost {
  let running: { server: RunningServer; workspace: WorkspaceInfo } | null = null
  let port = parts.preferredPort ?? DEFAULT_PORT
  let queue: Promise<unknown> = Promise.resolve()
  let watch: NodeJS.Timeout | undefined

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task)
    queue = result.catch(() => undefined)
    return result
  }

  async function start(dataFile: string, options: Pick<ServerOptions, 'engine'> = {}): Promise<WorkspaceInfo> {
    const secretKey = await parts.secretKey()
    const key = secretKey ? { secretKey } : {}
    const server = await parts.createServer({
      ...parts.base,
      ...options,
      ...key,
      ...(secretKey && parts.sealRecord ? { sealRecord: parts.sealRecord(dataFile) } : {}),
      dataFile,
      port: await choosePort(port, parts.isPortFree),
      onVocabulary: () => void inTurn(discover),
    })
    const { url, tokenFile } = server
    const workspace = { file: dataFile, folder: dirname(dataFile), url, port: server.port, tokenFile }
    running = { server, workspace }
    port = server.port
    parts.rememberPort(port)
    await discover()
    parts.onChange(workspace)
    watchFile(server, workspace)
    return workspace
  }

  /** Says where the service is and what it speaks, for scripts. */
  async function discover(): Promise<void> {
    if (!running) return
    const { server, workspace } = running
    const { url, tokenFile } = server
    const { pid, version } = parts
    await writeDiscovery(workspace.file, { url, tokenFile, vocabulary: server.vocabulary(), pid, version }).catch(
      (error: unknown) => parts.warn('the discovery file could not be written', error),
    )
  }

  /** Tells once that the file is lost: what is put in its place is another one. */
  function watchFile(server: RunningServer, workspace: WorkspaceInfo): void {
    clearInterval(watch)
    watch = setInterval(() => {
      if (server.fileState() === 'IN_PLACE') return
      clearInterval(watch)
      parts.onChange(workspace)
    }, WATCH_MS)
    watch.unref()
  }

  async function stop(): Promise<void> {
    if (!running) return
    clearInterval(watch)
    const { server, workspace } = running
    running = null
    parts.onChange(null)
    await removeDiscovery(workspace.file, parts.pid)
    await server.stop()
  }

  return {
    current: () => running,
    probe: async (dataFile) => {
      // Its lock is ours: asking for it again would say that it is in use.
      const own = running?.workspace.file
      if (own !== dataFile && !(own && (await isSameFile(own, dataFile)))) await parts.probe(dataFile)
    },
    open: (dataFile, options) =>
      inTurn(async () => {
        const former = running?.workspace.file
        await stop()
        try {
          return await start(dataFile, options)
        } catch (error) {
          if (former) await start(former).catch((again: unknown) => parts.warn('the former workspace is lost', again))
          throw error
        }
      }),
    moveTo: (next) =>
      inTurn(async () => {
        const file = running?.workspace.file
        if (!file) return null
        const former = port
        await stop()
        try {
          port = next
          return await start(file)
        } catch (error) {
          port = former
          await start(file).catch((again: unknown) => parts.warn('the workspace is lost', again))
          throw error
        }
      }),
    restore: (backup) =>
      inTurn(async () => {
        const file = running?.workspace.file
        if (!file) return
        await stop()
        let kept: string | null = null
        try {
          kept = await parts.restore(file, backup)
          await start(file)
        } catch (error) {
          const back = async () => {
            if (kept) await parts.restore(file, kept)
            await start(file)
          }
          await back().catch((again: unknown) => parts.warn('the former workspace is lost', again))
          throw error
        }
      }),
    stop: () => inTurn(stop),
  }
}
