import { LIMITS } from '#contract/interface/limits.ts'
import { createPathOf, PATHS } from '#ui/domain/paths.ts'
import { api } from '#ui/api/client.ts'
import { daysAgo } from '#ui/lib/time.ts'

/** What a workspace holds beside what a new organization comes with. */
interface FirstObjects {
  person: boolean
  group: boolean
  app: boolean
  rule: boolean
}

/** Nearly as far as a search of the log reaches back (spec/4 §3.1); first steps are taken sooner. */
const REACH_DAYS = LIMITS.logReachDays - 1

/** Which kinds of objects were made here. The owner, the built-in groups, the platform's applications and the defaults' rules do not count. */
export async function readFirstObjects(signal?: AbortSignal): Promise<FirstObjects> {
  const since = daysAgo(REACH_DAYS)
  const [users, groups, apps, rules] = await Promise.all([
    api.call('listUsers', { query: { limit: 2 }, signal }),
    api.call('listGroups', { query: { limit: 20 }, signal }),
    api.call('listApps', { query: { limit: 20 }, signal }),
    // The rules of the defaults leave no events: no person made them.
    api.call('listLogEvents', { query: { filter: 'eventType eq "policy.rule.add"', since, limit: 1 }, signal }),
  ])
  return {
    person: users.length > 1,
    group: groups.some(({ type }) => type === 'SVC_GROUP'),
    app: apps.some(({ _links }) => _links['activate'] ?? _links['deactivate']),
    rule: rules.length > 0,
  }
}

interface FirstStep {
  key: string
  title: string
  text: string
  /** The page where it is done, with the dialog open that creates. */
  to: string
  done: boolean
}

/** From nothing to a first verdict, in this order. */
export function firstSteps(made: FirstObjects, simulated: boolean): FirstStep[] {
  return [
    {
      key: 'person',
      title: 'Create a person',
      text: 'The one whose sign-in the policies decide.',
      to: createPathOf('user'),
      done: made.person,
    },
    {
      key: 'group',
      title: 'Create a group',
      text: 'Policies and applications are given to groups; add the person to it.',
      to: createPathOf('group'),
      done: made.group,
    },
    {
      key: 'app',
      title: 'Create an application',
      text: 'What people sign in to; assign it to the group.',
      to: createPathOf('app'),
      done: made.app,
    },
    {
      key: 'rule',
      title: 'Create a policy with a rule',
      text: 'Who gets in, and what they must prove. A policy decides once it has a rule.',
      to: createPathOf('policy'),
      done: made.rule,
    },
    {
      key: 'simulate',
      title: 'Simulate a sign-in',
      text: 'The verdict for the person, and why.',
      to: PATHS.simulate,
      done: simulated,
    },
  ]
}
