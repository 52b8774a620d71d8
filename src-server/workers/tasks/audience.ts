import { rememberingProofs } from '#analysis/index.ts'
import { listAudiences } from '#operations/policies/audiences.ts'
import { countDraft } from '#operations/policies/draft-audience.ts'
import { findingsOfDraft } from '#operations/policies/draft-findings.ts'
import { readDirectory } from '#operations/policies/audience-data.ts'
import { exampleOfDraft } from '#operations/policies/rule-example.ts'
import { listPolicyFindings } from '#operations/policies/policy-findings.ts'
import { deadRulesInTime, proofsInTime } from '#operations/policies/proofs-in-time.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Tasks } from '../protocol.ts'
import type { Moment } from '../workspace-reader.ts'
import type { Task } from '../serve-tasks.ts'

/** The same for all of these tasks, so that one after the other reads nothing. */
const directoryAt = (engine: Engine) => (moment: Moment) =>
  moment.cached('directory', (connection) => readDirectory(connection, engine))

export const policyAudiences: Task<Tasks['policyAudiences']> = async ({ engine, type, policyId }, { atOneMoment }) =>
  listAudiences(await atOneMoment(directoryAt(engine)), type, policyId)

/** All of it at one moment: attributes are read while people are counted. */
export const draftAudience: Task<Tasks['draftAudience']> = ({ engine, now, ...draft }, { atOneMoment, signal }) =>
  atOneMoment(async (moment) => {
    const directory = await directoryAt(engine)(moment)
    return countDraft({ directory, read: moment.connection, now, signal }, draft)
  })

/** Apart from each other, because each remembers the lists of its last search: while a person types, those without the draft stay. */
const searches = { without: rememberingProofs(deadRulesInTime), withDraft: rememberingProofs(deadRulesInTime) }

export const ruleDraftFindings: Task<Tasks['ruleDraftFindings']> = async ({ engine, draft }, { atOneMoment }) => {
  const directory = await atOneMoment(directoryAt(engine))
  const found = findingsOfDraft(directory.snapshot, draft, searches)
  const mayApply = found && found.draft === null && found.notDecided === null
  return found && { ...found, example: mayApply ? exampleOfDraft(directory, draft) : null }
}

/** A cache of the thread: proofs of lists that have not changed since are not made again. */
const searchProofs = rememberingProofs(proofsInTime)

export const findings: Task<Tasks['findings']> = async ({ engine }, { atOneMoment }) =>
  listPolicyFindings(await atOneMoment(directoryAt(engine)), searchProofs)
