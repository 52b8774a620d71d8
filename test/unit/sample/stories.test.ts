import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import { ORGANIZATION } from '#sample/resources.ts'
import { compile } from '#policy/evaluate/compile.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import storiesJson from '../../../resources/sample/stories.json' with { type: 'json' }
import { policiesById, sample, sampleOptions, NOW } from './fixture.ts'

/** Something to try in the sample, with what must come out. */
interface SampleStory {
  title: string
  /** What to do, for a reader. */
  try: string
  /** What it shows. */
  shows: string
  /** The simulation behind it, where it is one. */
  simulate?: {
    policyType: PolicyType
    person: string
    app?: string
    ip?: string
    risk?: 'LOW' | 'MEDIUM' | 'HIGH'
    device?: { registered?: boolean; managed?: boolean; platform?: string }
    /** Name of the rule that decides. */
    rule: string
    /** Name of the policy that decides. */
    policy: string
  }
}

const STORIES = storiesJson as unknown as SampleStory[]

const set = compile({
  everyoneGroupId: sampleOptions().defaults.everyoneGroupId,
  policies: [...policiesById.values()],
  zones: sample.zones.map((zone) => ({ ...zone, gateways: gatewaysOf(zone.definition) })),
  applications: sample.apps.map((app) => ({
    ...app,
    accessPolicyId: sample.mappings.find(({ appId }) => appId === app.id)?.policyId ?? null,
    profileEnrollmentPolicyId: null,
  })),
})

function personCalled(key: string) {
  const named = ORGANIZATION.people.find((person) => person.key === key)
  const user = sample.users.find(
    ({ profile }) => profile.firstName === named?.firstName && profile.lastName === named.lastName,
  )
  if (!user) throw new Error(`nobody is called ${key}`)
  const groupIds = sample.memberships.filter(({ userId }) => userId === user.id).map(({ groupId }) => groupId)
  const groups = sample.groups.filter(({ id }) => groupIds.includes(id))
  return {
    person: { id: user.id, groupIds, userTypeId: user.typeId, user },
    groups: groups.map(({ id, type, name }) => ({ id, type, profile: { name } })),
  }
}

describe('the stories of the sample', () => {
  it('are eight to ten, and the readme tells each', () => {
    const readme = readFileSync('resources/sample/README.md', 'utf8').replace(/\s+/g, ' ')
    expect(STORIES.length).toBeGreaterThanOrEqual(8)
    expect(STORIES.length).toBeLessThanOrEqual(10)
    for (const story of STORIES)
      for (const text of [story.title, story.try, story.shows]) expect(readme).toContain(text)
  })

  const simulated = STORIES.flatMap(({ title, simulate }) => (simulate ? [{ title, simulate }] : []))
  it.each(simulated)('$title: $simulate.rule decides', ({ simulate }) => {
    const app = sample.apps.find(({ label }) => label.toLowerCase().includes(simulate.app ?? ''))
    const { matched } = evaluate(set, simulate.policyType, {
      now: NOW,
      ...personCalled(simulate.person),
      app: app ? { id: app.id, name: app.name } : null,
      ip: simulate.ip,
      risk: simulate.risk,
      device: simulate.device,
    })
    expect([matched?.policy.policy.name, matched?.rule.rule.name]).toEqual([simulate.policy, simulate.rule])
  })
})
