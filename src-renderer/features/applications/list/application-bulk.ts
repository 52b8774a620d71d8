import type { App } from '#contract/apps/app.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { api } from '#ui/api/client.ts'
import { mappingsByApp } from '#ui/api/policy-mappings.ts'
import { reviewStep } from '#ui/api/review-steps.ts'
import { takeBackEach, unlessGone } from '#ui/api/take-back.ts'
import type { BulkAction, BulkOptions, BulkPreview } from '#ui/resource/list/bulk.ts'
import { assignGroup } from '../assignments/assign-app.ts'
import { mappedPolicyId, readPolicyChoices } from '../policy/app-policies.ts'
import { applications, isManaged } from '../applications.ts'
import CloseAppsPreview from './CloseAppsPreview.vue'

const giveGroup: BulkAction<App> = {
  key: 'group',
  label: 'Assign group',
  says: (many, group) => `Assign ${group ?? 'a group'} to ${many}`,
  done: 'assigned',
  applies: isManaged,
  target: { kind: 'group', label: 'Group that gets them' },
  run: ({ id }, groupId) => assignGroup(id, groupId),
  undo: (apps, groupId) =>
    takeBackEach(
      apps,
      ({ id: appId }) => unlessGone(api.call('removeAppGroup', { params: { appId, groupId } })),
      applications.nameOf,
    ),
}

/** What takes it back is in the versions of the mappings. */
const changePolicy: BulkAction<App> = {
  key: 'policy',
  label: 'Change policy',
  says: (many) => `Change the policy of ${many}`,
  done: 'given another authentication policy',
  applies: isManaged,
  target: {
    label: 'Authentication policy',
    choices: async () => [...(await readPolicyChoices('ACCESS_POLICY')).choices],
  },
  steps: ({ id: appId }, policyId) => [reviewStep('assignAppPolicy', { params: { appId, policyId } })],
  run: async ({ id: appId }, policyId, reason) => {
    const now = await api.call('getApp', { params: { appId } })
    if (mappedPolicyId(now, 'ACCESS_POLICY') === policyId) return false
    return api.call('assignAppPolicy', { params: { appId, policyId }, reason })
  },
  versioned: async (apps, policyId) => {
    const mappings = await mappingsByApp(policyId)
    return apps.flatMap(({ id }) => mappings.get(id) ?? [])
  },
}

/** What is shown before many applications are closed. */
const closing: BulkPreview = { component: CloseAppsPreview, most: LIMITS.closedApps, confirmsLoss: true }
const CLOSING_PREVIEWS = { deactivate: closing, delete: closing }

/** What can be given to many applications; policies are found through an application on the identity engine only. */
export const applicationActions = (engine: Engine | undefined): readonly BulkAction<App>[] =>
  engine === 'classic' ? [giveGroup] : [giveGroup, changePolicy]

/** All that can be done to many applications at once. */
export const applicationBulk = (engine: Engine | undefined): BulkOptions<App> => ({
  canSwitch: isManaged,
  canDelete: isManaged,
  switchesBack: true,
  more: applicationActions(engine),
  previews: CLOSING_PREVIEWS,
})
