import type { AccessLoss, AccessLossRequest } from '#contract/gatehouse/access-loss.ts'
import type { ReviewedPerson } from '#contract/gatehouse/change-review.ts'
import { causeAt, invalid, invalidAll, notFound } from '#contract/interface/api-error.ts'
import type { Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import type { LossQuestion } from '#workers/protocol.ts'
import { findPeople } from '../../directory/search/found-people.ts'
import { pageOfPeople } from '../../directory/search/page-of-people.ts'
import type { Service } from '../../service/service.ts'
import { membersAmong } from './compute-loss.sql.ts'

/**
 * Who would lose which applications by a change; computed in a worker. Nothing changes.
 * @throws ApiError E0000001 that names what does not exist; E0000031 for a search that cannot be read; E0000107 for one that finds too many
 */
export async function previewAccessLoss(service: Service, request: AccessLossRequest): Promise<AccessLoss> {
  const { named, ...loss } = await service.workers.run('accessLoss', await questionOf(service, request))
  return { id: service.losses.add(named), ...loss }
}

/** A page of the people who lose an application, or whom a rule excepts, by name. @throws ApiError E0000007, E0000029 */
export async function listLosingPeople(
  service: Service,
  accessLossId: string,
  query: { of: string; limit: number; after?: string | undefined },
): Promise<Page<ReviewedPerson>> {
  const people = service.losses.peopleOf(accessLossId, query.of)
  if (!people) throw notFound(query.of, 'AppInstance')
  return pageOfPeople(service, people, query)
}

async function questionOf(service: Service, request: AccessLossRequest): Promise<LossQuestion> {
  if (request.change === 'CLOSE_APPS') {
    assertKnown('appIds', request.appIds, await apps.byId(service.reader, request.appIds))
    return request
  }
  if (request.change === 'DELETE_GROUPS') {
    assertKnown('groupIds', request.groupIds, await groups.byId(service.reader, request.groupIds))
    return request
  }
  if (request.change === 'TAKE_ROLE') {
    const { assigneeId, type } = request
    if (!(await roleAssignments.get(service.reader, assigneeId, type)))
      throw invalid('type', `is not held by ${assigneeId} itself`)
    return request
  }
  const { groupId } = request
  if (!(await groups.get(service.reader, groupId))) throw invalid('groupId', gone(groupId))
  if (request.change === 'LEAVE_GROUP')
    return { change: request.change, groupId, members: await leavingMembers(service, request) }
  if (!(await apps.get(service.reader, request.appId))) throw invalid('appId', gone(request.appId))
  return request
}

const gone = (id: string) => `${id} does not exist`

/** @throws ApiError E0000001 with a cause for each id that is not known */
function assertKnown(field: string, ids: readonly string[], known: ReadonlyMap<string, unknown>): void {
  const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [causeAt(`${field}[${at}]`, gone(id))]))
  if (unknown.length > 0) throw invalidAll(unknown)
}

type Leaving = Extract<AccessLossRequest, { change: 'LEAVE_GROUP' }>

/** Those of the people who are meant that are in the group. WHY a page at a time: a search may find everybody, of whom few are. */
async function leavingMembers(service: Service, { groupId, ids, search }: Leaving): Promise<string[]> {
  if ((ids === undefined) === (search === undefined)) throw invalid('ids', 'must be given, or search in its place')
  const members: string[] = []
  for await (const some of search === undefined ? [ids ?? []] : findPeople(service, search))
    for (const id of await membersAmong(service.reader, groupId, some)) members.push(id)
  return members
}
