import { acceptConcerns, listConcerns } from '#operations/audit/proof/concerns.ts'
import { readRetention } from '#operations/audit/proof/retention.ts'
import { setRetention } from '#operations/audit/proof/retention-setting.ts'
import { requestRetention } from '#operations/audit/proof/retention-job.ts'
import { logSigner } from '#operations/audit/proof/signing-key.ts'
import { cancelVerification, readVerification, startVerification } from '#operations/audit/proof/verification.ts'
import type { logProofRoutes } from '#contract/routes/log-proof.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logProofHandlers: HandlerTable<typeof logProofRoutes> = {
  startLogVerification: async ({ service, write }) => {
    await write(startVerification)
    return { body: await readVerification(service) }
  },

  getLogVerification: async ({ service }) => ({ body: await readVerification(service) }),

  cancelLogVerification: async ({ write }) => {
    await write(cancelVerification)
    return { body: undefined }
  },

  listLogConcerns: async ({ service, reader }) => ({
    body: reader.visible('read', 'logEvent').of(await listConcerns(service)),
  }),

  acceptLogConcerns: async ({ service, context, body }) => {
    const left = await acceptConcerns(service, await context(), body.reason)
    // What waited for this.
    await requestRetention(service)
    return { body: left }
  },

  getLogKey: async ({ service }) => {
    const { algorithm, publicKey, fingerprint } = await logSigner(service)
    return { body: { algorithm, publicKey, fingerprint } }
  },

  getLogRetention: async ({ service, query }) => ({ body: await readRetention(service, query.days) }),

  replaceLogRetention: async ({ service, write, body }) => {
    await write((tx) => setRetention(tx, body.days))
    return { body: await readRetention(service) }
  },
}
