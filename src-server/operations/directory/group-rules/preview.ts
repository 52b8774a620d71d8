import type { z } from 'zod'
import { causeAt, invalid, invalidAll } from '#contract/interface/api-error.ts'
import type { ReviewedPerson } from '#contract/gatehouse/change-review.ts'
import type {
  GroupRuleFacts,
  GroupRulePreview,
  GroupRulesPreview,
  PreviewEffect,
  previewRequestSchema,
} from '#contract/gatehouse/group-rule-preview.ts'
import type { Page } from '#db/page.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { pageOfPeople } from '../search/page-of-people.ts'
import type { Service } from '../../service/service.ts'
import { assertExpression, conditionsOf } from './rule-content.ts'

/**
 * Who would join groups and leave them with a rule, saved or as a draft; computed in a worker. Nothing changes.
 * @throws ApiError E0000007 for the rule; E0000001 for an expression that cannot be read, or where neither is given
 */
export async function previewGroupRule(
  service: Service,
  { ruleId, rule, change }: z.output<typeof previewRequestSchema>,
): Promise<GroupRulePreview> {
  if (ruleId === undefined && !rule) throw invalid('ruleId', 'must be given, or rule')
  if (rule) assertExpression(rule, 'rule.')
  const draft = rule && { conditions: conditionsOf(rule), groupIds: rule.actions.assignUserToGroups.groupIds }
  const found = await service.workers.run('groupRulePreview', { now: service.clock(), ruleId, draft, change })
  if (!found) return groupRules.missing(ruleId ?? '')
  const { people, ...preview } = found
  return { id: service.previews.add(people), ...preview }
}

/**
 * Who would join groups and leave them once several rules are active; computed in a worker. Nothing changes.
 * @throws ApiError E0000001 for a rule that does not exist, or that cannot be activated
 */
export async function previewGroupRules(service: Service, ruleIds: readonly string[]): Promise<GroupRulesPreview> {
  const known = await groupRules.byId(service.reader, ruleIds)
  const problemOf = (id: string) => {
    const rule = known.get(id)
    if (!rule) return `${id} does not exist`
    return rule.status === 'INVALID' ? `${rule.name} names a group that is gone, and cannot be activated` : undefined
  }
  const causes = ruleIds.flatMap((id, at) => {
    const problem = problemOf(id)
    return problem === undefined ? [] : [causeAt(`ruleIds[${at}]`, problem)]
  })
  if (causes.length > 0) throw invalidAll(causes)
  const { people, ...preview } = await service.workers.run('groupRulesPreview', { now: service.clock(), ruleIds })
  return { id: service.previews.add(people), ...preview }
}

/** A page of the people whom a preview found in an effect, by name. @throws ApiError E0000007, E0000029 */
export function listPreviewedPeople(
  service: Service,
  previewId: string,
  query: { effect: PreviewEffect; limit: number; after?: string | undefined },
): Promise<Page<ReviewedPerson>> {
  return pageOfPeople(service, service.previews.peopleOf(previewId, query.effect) ?? [], query)
}

/** What every rule does now and what is in its way, by name; computed in a worker. */
export async function listGroupRuleFacts(service: Service): Promise<GroupRuleFacts[]> {
  return service.reader.visible('read', 'groupRule').of(await service.workers.run('groupRuleFacts', {}))
}
