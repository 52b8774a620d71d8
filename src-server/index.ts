import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '#contract/interface/api-error.ts'
import type { FaultPlan } from '#contract/gatehouse/faults.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import type { Engine, FileState } from '#contract/gatehouse/workspace.ts'
import type { LogConcern } from '#contract/log/log-concern.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { openStore } from '#db/store.ts'
import { secretBoxOfHost } from '#db/secret-box.ts'
import { createApp } from '#http/app.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { drain, listen } from '#http/listen.ts'
import type { BackgroundTask } from '#jobs/background-task.ts'
import { recoverJobs } from '#jobs/job-states.ts'
import { startBackground, stopAll } from '#jobs/start-background.ts'
import { recoverDirectoryImports } from '#operations/directory/transfer/recover-imports.ts'
import { clearTransfers } from '#jobs/clear-transfers.ts'
import { oauth } from '#oauth/index.ts'
import { createLogger, type Logger } from './log.ts'
import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import { backUpWorkspace } from '#operations/backups/back-up.ts'
import { backupsOf } from '#operations/backups/list-backups.ts'
import { readClock } from '#operations/audit/proof/clock.ts'
import { listConcerns } from '#operations/audit/proof/concerns.ts'
import { settleDrafts } from '#operations/drafts/drafts.ts'
import { inspectLog } from '#operations/audit/proof/log-trust.ts'
import { meetFaults } from '#operations/faults/fault-setting.ts'
import { keepReceiverAddress } from '#operations/event-hooks/receiver.ts'
import { unverifyHooksWithoutKey } from '#operations/event-hooks/unverify-without-key.ts'
import { workToLose } from '#operations/jobs/queue-job.ts'
import { followRateLimits } from '#operations/rate-limits/rate-limit-settings.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { HookBounds, Service } from '#operations/service/service.ts'
import { readSetting } from '#operations/service/settings.ts'
import { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { provideToken } from '#operations/tokens/provide-token.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { loadSample } from '#operations/workspace/load-sample.ts'
import { assertOwnerAddress, provideOwner } from '#operations/workspace/owner.ts'
import { followVocabulary, speak, vocabularyName, writeVocabulary } from '#operations/vocabulary/vocabulary-setting.ts'
import type { Workers } from '#workers/workers.ts'
import { createDraftHost, type RunningDraftHost } from './drafts/draft-host.ts'
import { serveDrafts } from './drafts/serve-drafts.ts'
import { VERSION } from './version.ts'

export { probeStore as probeWorkspace } from '#db/store.ts'
export { restoreFile as restoreWorkspace } from '#db/restore-file.ts'
export type { Logger } from './log.ts'
export { createLogger, createLogTail } from './log.ts'
export { VERSION } from './version.ts'

export interface ServerOptions {
  /** Path of the workspace file; made when absent. */
  dataFile: string
  /** 0, the default, takes any free port. */
  port?: number
  /** For a new workspace only; an existing one keeps its own. */
  engine?: Engine
  /** Address of the owner, for a workspace that has none yet: a new one, or one of an earlier version. Absent: `owner@example.com`. */
  owner?: string | undefined
  /** The words that clients speak, from now on; null for our own, absent for those that the workspace has. */
  vocabulary?: Vocabulary | null | undefined
  /** Hears the name of other words that clients speak, whenever they are changed while the service runs. */
  onVocabulary?: (name: string) => void
  /** What goes wrong with requests of clients on purpose, from the start on. */
  faults?: FaultPlan | undefined
  /** Loads the sample organization into a workspace that has no one yet. */
  sample?: boolean
  /** Value of an API token to accept. Without it the first token is made and written to `<dataFile>.token`. */
  token?: string
  /** Folder of the built renderer to serve at `/`. */
  rendererDir?: string
  log?: Logger
  /** The last lines of the log, for the report of a problem; absent where the host reads them itself. */
  recentLog?: () => readonly string[]
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** Tests: milliseconds by a clock that is never set. */
  steadyClock?: () => number
  /**
   * Seals what has to be sent out again, such as header values of hooks; 32 bytes. Absent, or where that is there already:
   * the key in `<dataFile>.key`.
   */
  secretKey?: Uint8Array
  /** Where the newest seal on the log is noted, outside the workspace file. Absent: in `<dataFile>.sealed`. */
  sealRecord?: string | undefined
  /** PEM of certificates that endpoints of hooks may have, in place of those that Node trusts. */
  trustedCertificates?: readonly string[]
  /** Tests: what hooks may take, other than that of the interface. */
  hookBounds?: Partial<HookBounds>
  /** Tests: how long after the start work on the whole file begins, in milliseconds; absent: ten seconds. */
  calmAfterMs?: number
  /** Tests: replies with undeclared fields fail. */
  strict?: boolean
}

export interface RunningServer {
  url: string
  port: number
  /** Value of the token that the options gave or the token file holds. */
  token: string
  /** Null when the options gave the token. */
  tokenFile: string | null
  /** What was found about the audit log at the start and is not accepted yet. */
  concerns: readonly LogConcern[]
  /** The name of the words that clients speak now; `svc` for our own. */
  vocabulary(): string
  /** Copies the workspace to another file, while it stays in use. */
  backup(file: string): Promise<void>
  /** Absolute paths of the backups of the workspace. */
  backups(): Promise<string[]>
  /** What stopping now would cut short for good, in words such as `an export of the audit log`. */
  runningWork(): Promise<string[]>
  /** Whether the workspace file is still where it was opened. */
  fileState(): FileState
  /** Finishes the requests under way, then closes the workspace. */
  stop(): Promise<void>
}

/**
 * Opens a workspace and serves it on 127.0.0.1.
 * @throws StartError when the file or the port cannot be had; nothing is left running then
 */
export async function createServer(options: ServerOptions): Promise<RunningServer> {
  const clock = options.clock ?? Date.now
  const log = options.log ?? createLogger('silent')
  if (options.owner !== undefined) assertOwnerAddress(options.owner)
  const store = await openStore(options.dataFile, new Date(clock()).toISOString(), {
    onProgress: ({ step, done, total }) => log.info({ step, done, total }, 'the workspace is being brought up to date'),
  })
  let server: Server | null = null
  let workers: Workers | null = null
  try {
    const { engine: asked = 'identity', owner } = options
    const engine = await initializeWorkspace(store, { engine: asked, owner }, clock)
    let port = 0
    let tokenFile: string | null = null
    const service = createService({
      store,
      version: VERSION,
      engine,
      clock,
      steadyClock: options.steadyClock,
      url: () => `http://127.0.0.1:${port}`,
      tokenFile: () => tokenFile,
      ...(options.secretKey ? { secretBox: secretBoxOfHost(options.secretKey, `${store.file}.key`) } : {}),
      sealRecord: options.sealRecord,
      recentLog: options.recentLog,
      outbound: { trustedCertificates: options.trustedCertificates, bounds: options.hookBounds },
      onTrouble: (error, what) => log.error({ err: error }, what),
    })
    workers = service.workers
    service.own.caller = inProcessCaller(service)
    service.own.writer = inProcessWriter(service)
    await followRateLimits(service)
    const context = systemContext()
    const tokens = new TokenRegistry(service)
    const ownerId = await provideOwner(service, owner)
    const given = { dataFile: store.file, given: options.token, ownerId }
    const provided = await provideToken(service, context, tokens, given)
    tokenFile = provided.tokenFile
    if (options.sample) await loadSampleOnce(service, context)
    await followVocabulary(service)
    if (options.vocabulary !== undefined) await speakFromNowOn(service, context, options.vocabulary)
    service.vocabulary.onChange = options.onVocabulary
    if (options.faults) await meetFaults(service, (work) => service.write(context, work), options.faults)
    await recoverJobs(service, log)
    await clearTransfers(service, log)
    await recoverDirectoryImports(service, context)
    await settleDrafts(service).catch((error: unknown) => {
      log.error({ err: error }, 'what was left of drafts could not be put in order')
    })
    const served = {
      ...{ service, log, port: () => port, rendererDir: options.rendererDir ?? null, strict: options.strict ?? false },
    }
    const drafts = createDraftHost(served)
    service.drafts.host = drafts
    const app = createApp({ ...served, tokens, oauth: oauth(service), drafts: serveDrafts(drafts) })
    server = await listen(app.callback(), options.port ?? 0)
    port = (server.address() as AddressInfo).port
    await service.snapshot()
    const concerns = await inspectAtStart(service, log)
    await checkHooks(service, log)
    await keepReceiver(service, log)
    return runningServer(server, service, drafts, await startBackground(service, log, options.calmAfterMs), {
      port,
      url: service.url(),
      concerns,
      ...provided,
    })
  } catch (error) {
    server?.close()
    await workers?.close()
    await store.close()
    throw error
  }
}

/** WHY errors are only logged: what a full disk keeps from being noted now is found again by sealing. */
async function inspectAtStart(service: Service, log: Logger): Promise<LogConcern[]> {
  const inspect = async () => {
    await inspectLog(service)
    await readClock(service)
  }
  await inspect().catch((error: unknown) => {
    log.error({ err: error }, 'what was found about the audit log and the clock could not be noted')
  })
  const concerns = await listConcerns(service)
  for (const { message } of concerns)
    log.warn({ concern: message }, 'the audit log waits for a person to accept what was found')
  return concerns
}

/** WHY errors are only logged: a key that cannot be read now is no reason to keep the workspace shut. */
async function checkHooks(service: Service, log: Logger): Promise<void> {
  try {
    for (const name of await service.write(systemContext(), (tx) => unverifyHooksWithoutKey(tx, service.secretBox)))
      log.warn({ hook: name }, 'the key that seals its secrets is not at hand; the event hook has to be verified again')
  } catch (error) {
    log.error({ err: error }, 'whether the secrets of event hooks can be opened could not be checked')
  }
}

/** WHY errors are only logged: on a full disk the receiver has another address in each run, as it is. */
async function keepReceiver(service: Service, log: Logger): Promise<void> {
  await keepReceiverAddress(service).catch((error: unknown) => {
    log.error({ err: error }, 'the address of the receiver of hooks could not be kept')
  })
}

function runningServer(
  server: Server,
  service: Service,
  drafts: RunningDraftHost,
  background: readonly BackgroundTask[],
  facts: Pick<RunningServer, 'port' | 'url' | 'token' | 'tokenFile' | 'concerns'>,
): RunningServer {
  let stopping: Promise<void> | null = null
  return {
    ...facts,
    vocabulary: () => vocabularyName(service),
    backup: (file) => backUpWorkspace(service, file),
    backups: async () => (await backupsOf(service.store.file)).map(({ file }) => file),
    runningWork: () => workToLose(service.reader),
    fileState: () => service.store.fileState(),
    stop: () =>
      (stopping ??= drain(server)
        .then(() => drafts.stop())
        .then(() => stopAll(background))
        .then(() => service.remotes.close())
        .then(() => service.workers.close())
        .then(() => service.store.close())),
  }
}

async function speakFromNowOn(service: Service, context: RequestContext, vocabulary: Vocabulary | null): Promise<void> {
  await service
    .write(context, (tx) => writeVocabulary(tx, vocabulary))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw new StartError(
        'VOCABULARY_INVALID',
        `The vocabulary cannot be spoken: ${error.causes[0]?.errorSummary ?? ''}.`,
      )
    })
  speak(service, vocabulary)
}

/** A new or empty workspace gets the sample; one that has it already is left alone. */
async function loadSampleOnce(service: Service, context: RequestContext): Promise<void> {
  if (await readSetting(service.reader, 'sampleLoaded')) return
  await loadSample(service, context).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError('SAMPLE_REFUSED', `The sample organization was not loaded: ${why}.`, { cause: error })
  })
}
