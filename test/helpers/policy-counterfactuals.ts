import type { Counterfactual } from '#contract/policy/simulation.ts'
import type { EvaluationContext } from '#policy/types.ts'

/** What a client does with a counterfactual: sets values in the request at their paths, here as the service reads the request. */
export function contextAfter(context: EvaluationContext, changes: Counterfactual['changes']): EvaluationContext {
  const made: Record<string, unknown> = { ...context, device: { ...context.device } }
  for (const { path, value } of changes) {
    const field = path.replace('policyContext.', '')
    if (field === 'appInstance') made['app'] = { id: value }
    else if (field === 'groups.ids') made['groupIds'] = value
    else if (field === 'zones') made['zoneIds'] = (value as { ids: string[] } | null)?.ids
    else if (field === 'risk' || field === 'entityRisk') made[field] = (value as { level: string }).level
    else if (field.startsWith('device.')) (made['device'] as Record<string, unknown>)[field.slice(7)] = value
    else made[field] = value
  }
  return made as unknown as EvaluationContext
}
