import type { RequestListener } from 'node:http'
import { systemContext } from '#audit-log/request-context.ts'
import { apiTokens } from '#db/tables/api-tokens.ts'
import { openStore, type Store } from '#db/store.ts'
import { createApp } from '#http/app.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { clearTransfers, startClearingTransfers } from '#jobs/clear-transfers.ts'
import { recoverJobs } from '#jobs/job-states.ts'
import { startJobRunner } from '#jobs/runner.ts'
import { stopAll } from '#jobs/start-background.ts'
import { oauth } from '#oauth/index.ts'
import { createService } from '#operations/composition/create-service.ts'
import { recoverDirectoryImports } from '#operations/directory/transfer/recover-imports.ts'
import { followRateLimits } from '#operations/rate-limits/rate-limit-settings.ts'
import type { DraftPlace, Service } from '#operations/service/service.ts'
import { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { followVocabulary } from '#operations/vocabulary/vocabulary-setting.ts'
import { draftPath } from '#contract/gatehouse/draft.ts'
import type { Logger } from '#server/log.ts'

/** The workspace that drafts are of, and how it is served. */
export interface Origin {
  service: Service
  log: Logger
  port: () => number
  rendererDir: string | null
  strict: boolean
}

/** A draft that is open. */
export interface OpenDraft {
  service: Service
  /** Answers requests whose path begins behind that of the draft. */
  answer: RequestListener
  close(): Promise<void>
}

/** A service for the file of a draft, with the secrets and the clock of its workspace, from which nothing leaves. */
function serviceOf({ service: origin, log }: Origin, store: Store, draft: DraftPlace): Service {
  return createService({
    ...{ store, draft, version: origin.version, engine: origin.engine(), clock: origin.clock },
    steadyClock: origin.clockWatch.steady,
    url: () => origin.url() + draftPath(draft.id),
    tokenFile: origin.tokenFile,
    secretBox: origin.secretBox,
    recentLog: origin.recentLog,
    onTrouble: (error, what) => log.error({ err: error, draft: draft.id }, what),
  })
}

async function closeService({ remotes, workers, store }: Service): Promise<void> {
  await remotes.close()
  await workers.close()
  await store.close()
}

/**
 * Opens a draft as a workspace is opened, but for what watches over a log, keeps backups, follows the clock or calls anything outside.
 * @throws StartError as a workspace does
 */
export async function openDraft(origin: Origin, file: string, draft: DraftPlace): Promise<OpenDraft> {
  const { log, port, rendererDir, strict } = origin
  const store = await openStore(file, origin.service.now())
  const service = serviceOf(origin, store, draft)
  try {
    service.own.caller = inProcessCaller(service)
    service.own.writer = inProcessWriter(service)
    await followRateLimits(service)
    const tokens = new TokenRegistry(service)
    await followVocabulary(service)
    await recoverJobs(service, log)
    await clearTransfers(service, log)
    await recoverDirectoryImports(service, systemContext())
    const app = createApp({ service, tokens, log, port, oauth: oauth(service), rendererDir, strict, drafts: null })
    const background = [startJobRunner({ service, log }), startClearingTransfers(service, log)]
    const stopListening = origin.service.onCommit((changes) => {
      if (changes.touches(apiTokens)) tokens.forget('all')
    })
    const close = async () => {
      stopListening()
      await stopAll(background)
      await closeService(service)
    }
    return { service, answer: app.callback(), close }
  } catch (error) {
    await closeService(service)
    throw error
  }
}

const refuseToWrite = () => Promise.reject(new Error('a draft as it was made is only read'))

/** Opens a draft as it was made, to be read only. @throws StartError */
export async function openBase(origin: Origin, file: string, draft: DraftPlace): Promise<Service> {
  const store = await openStore(file, origin.service.now())
  const service = serviceOf(origin, { ...store, write: refuseToWrite }, draft)
  service.own.caller = inProcessCaller(service)
  return service
}

/** Opens a copy of a workspace that is not served. @throws StartError */
export async function openCopy(origin: Origin, file: string, draft: DraftPlace): Promise<Service> {
  const store = await openStore(file, origin.service.now())
  const service = serviceOf(origin, store, draft)
  service.own.caller = inProcessCaller(service)
  service.own.writer = inProcessWriter(service)
  return service
}

export { closeService }
