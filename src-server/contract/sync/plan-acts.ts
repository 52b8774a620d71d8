/** What a step of a plan does: to an object, or to the order of a list. */
export const PLAN_ACTS = ['create', 'change', 'remove', 'order'] as const
export type PlanAct = (typeof PLAN_ACTS)[number]
