import { LIMITS } from '#contract/interface/limits.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { listPublications, requirePublication } from '#operations/drafts/publications.ts'
import type { Service } from '#operations/service/service.ts'
import { takeBackPublication } from '#sync/drafts/take-back-publication.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { equip } from './closed-drafts.ts'
import { say } from './command.ts'

interface Values {
  publication?: string
  json?: boolean
}

const kept = async (service: Service) =>
  (await listPublications(service.reader, { limit: LIMITS.publicationsKept })).items

/** Lists the publications that are kept, the newest first. */
export async function showPublications(service: Service, { json }: Values): Promise<void> {
  const all = await kept(service)
  if (json) return say(JSON.stringify(all))
  for (const { id, published, steps, name } of all)
    say([id, published, steps === 1 ? '1 step' : `${steps} steps`, plainLine(name)].join('\t'))
}

/**
 * Makes a draft that takes back a publication.
 * @returns the status to end with: 2 where something is left out, else 0
 * @throws UserFacingError where nothing was published, or nothing is left to take back
 */
export async function takeBack(service: Service, { publication: id, json }: Values): Promise<number> {
  const publication = id === undefined ? (await kept(service))[0] : await requirePublication(service.reader, id)
  if (!publication) throw new UserFacingError('Nothing was published from a draft.')
  equip(service)
  const made = await takeBackPublication(service, { publicationId: publication.id, context: systemContext() })
  const { draftId, name, steps, leftOut } = made
  if (json) say(JSON.stringify({ publicationId: publication.id, ...made }))
  else {
    say(`Published ${publication.published}: ${plainLine(publication.name)}`)
    for (const { kind, name: of, reason } of leftOut)
      say(plainLine(`left as it is ${SYNCED_KINDS[kind].singular} ${of}: ${reason}`))
    say([draftId, steps === 1 ? '1 change' : `${steps} changes`, plainLine(name)].join('\t'))
  }
  return leftOut.length > 0 ? 2 : 0
}
