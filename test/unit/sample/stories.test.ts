import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import { ORGANIZATION, STORIES, type SampleTarget } from '#sample/index.ts'
import { compile } from '#policy/evaluate/compile.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import { startServer } from '../../helpers/server.ts'
import { policiesById, sample, sampleOptions, NOW } from './fixture.ts'

type Simulation = Extract<SampleTarget, { page: 'simulate' }>

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
    ({ profile }) => profile.firstName === named?.firstName && profile.lastName === named?.lastName,
  )
  if (!user) throw new Error(`no one is called ${key}`)
  const groupIds = sample.memberships.filter(({ userId }) => userId === user.id).map(({ groupId }) => groupId)
  const groups = sample.groups.filter(({ id }) => groupIds.includes(id))
  return {
    person: { id: user.id, groupIds, userTypeId: user.typeId, user },
    groups: groups.map(({ id, type, name }) => ({ id, type, profile: { name } })),
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

describe('the stories of the sample', () => {
  it('are told by the readme as they are told by the tour, and nothing else is', () => {
    const told = STORIES.map(
      ({ title, steps }, index) =>
        `${index + 1}. **${title}.** ${steps.map((step) => `- ${step.do} _${step.shows}_`).join(' ')}`,
    )
    const [, readme = ''] = readFileSync('resources/sample/README.md', 'utf8').split('## Stories to try')
    expect(STORIES).toHaveLength(10)
    expect(oneLine(readme)).toBe(told.join(' '))
  })

  const simulated = STORIES.flatMap(({ title, steps }) =>
    steps.flatMap(({ open, expect: ruling }) => (open.page === 'simulate' && ruling ? [{ title, open, ruling }] : [])),
  )
  it.each(simulated)('$title: $ruling.rule decides', ({ open, ruling }) => {
    const { person, app: appKey, ip, risk, device }: Simulation = open
    const app = sample.apps.find(({ label }) => label.toLowerCase().includes(appKey))
    const { matched } = evaluate(set, ruling.policyType, {
      now: NOW,
      ...personCalled(person),
      app: app ? { id: app.id, name: app.name } : null,
      ...{ ip, risk, device },
    })
    expect([matched?.policy.policy.name, matched?.rule.rule.name]).toEqual([ruling.policy, ruling.rule])
  })

  it('each say of every simulation which rule decides', () => {
    const silent = STORIES.flatMap(({ steps }) => steps).filter(
      ({ open, expect: ruling }) => open.page === 'simulate' && !ruling,
    )
    expect(silent).toEqual([])
  })
})

describe('the stories over HTTP', () => {
  it('lead nowhere before the sample is loaded', async () => {
    const { client } = await startServer()
    const stories = (await client.call('listStories')).body
    expect(stories.map(({ title }) => title)).toEqual(STORIES.map(({ title }) => title))
    expect(stories.flatMap(({ steps }) => steps).filter(({ target }) => target !== null)).toEqual([])
  })

  it('lead to what is there: every step has its page, and every filter finds its events', async () => {
    const { client } = await startServer({ sample: true })
    const steps = (await client.call('listStories')).body.flatMap((story) => story.steps)
    expect(steps.filter(({ target }) => target === null)).toEqual([])
    const since = new Date(Date.parse('2026-03-02T09:00:00.000Z') - 30 * 86_400_000).toISOString()
    for (const { do: what, target } of steps) {
      if (target?.page === 'log') {
        const events = (await client.call('listLogEvents', { query: { filter: target.filter, since } })).body
        expect(events, what).not.toEqual([])
      }
      if (target?.page === 'rule') {
        const { policyId, ruleId } = target
        await expect(client.call('getRule', { params: { policyId, ruleId } }), what).resolves.toBeDefined()
      }
    }
  })

  it('tell the night as the log has it: who got in came a little after two', async () => {
    const { client } = await startServer({ sample: true })
    const steps = (await client.call('listStories')).body.flatMap((story) => story.steps)
    const target = steps.find(({ do: what }) => what.includes('a little after two'))?.target
    const filter = target?.page === 'log' ? `${target.filter} and eventType eq "user.session.start"` : ''
    const since = new Date(Date.parse('2026-03-02T09:00:00.000Z') - 30 * 86_400_000).toISOString()
    const events = (await client.call('listLogEvents', { query: { filter, since } })).body
    expect(events.map(({ published }) => published.slice(0, 14))).toContain('2026-02-21T02:')
  })

  it('leave out what was deleted', async () => {
    const { client } = await startServer({ sample: true })
    const zoneOf = async () =>
      (await client.call('listStories')).body
        .flatMap(({ steps }) => steps)
        .find(({ do: what }) => what.includes('zone'))?.target
    const target = await zoneOf()
    const zoneId = target?.page === 'zone' ? target.zoneId : ''
    await client.call('replaceZone', {
      params: { zoneId },
      body: { type: 'IP', name: 'Renamed', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] },
    })
    expect(await zoneOf()).toBeNull()
  })
})
