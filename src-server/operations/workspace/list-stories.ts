import type { Story, StoryTarget } from '#contract/gatehouse/story.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { users } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { ORGANIZATION, APPS, POLICIES, STORIES, ZONES, type SampleTarget } from '#sample/index.ts'
import { readSetting } from '../service/settings.ts'

/** The stories of the sample organization, each step with the objects of this workspace that it is about. */
export async function listStories(reader: Reader): Promise<Story[]> {
  const isLoaded = (await readSetting(reader, 'sampleLoaded')) ?? false
  return Promise.all(
    STORIES.map(async ({ key, title, steps }) => ({
      key,
      title,
      steps: await Promise.all(
        steps.map(async ({ do: what, shows, open }) => ({
          do: what,
          shows,
          target: isLoaded ? await FIND[open.page](reader, open as never) : null,
        })),
      ),
    })),
  )
}

type Find<Page extends SampleTarget['page']> = (
  reader: Reader,
  target: Extract<SampleTarget, { page: Page }>,
) => Promise<StoryTarget | null>

/** Of each kind of target: its objects in this workspace, by the names that the sample gave them. */
const FIND: { [Page in SampleTarget['page']]: Find<Page> } = {
  async simulate(reader, { person, app: appKey, ip, risk, device }) {
    const user = await findPerson(reader, person)
    const app = await apps.findOne(reader, { where: { label: APPS.find(({ key }) => key === appKey)?.label ?? '' } })
    if (!user || !app) return null
    const { registered = null, managed = null, platform = null } = device ?? {}
    return { page: 'simulate', user: user.id, app: app.id, ip, risk, registered, managed, platform }
  },

  async rule(reader, { policy: policyKey, rule: ruleKey }) {
    const spec = POLICIES.find(({ key }) => key === policyKey)
    const name = spec?.rules.find(({ key }) => key === ruleKey)?.name ?? ''
    const policy = spec && (await policies.findOne(reader, { where: { type: spec.type, name: spec.name } }))
    const rule = policy && (await policyRules.findOne(reader, { where: { policyId: policy.id, name } }))
    return rule ? { page: 'rule', policyId: policy.id, ruleId: rule.id } : null
  },

  async log(reader, { filter }) {
    const key = /\{user:(\w+)\}/.exec(filter)?.[1]
    const user = key ? await findPerson(reader, key) : null
    return key && !user ? null : { page: 'log', filter: filter.replace(`{user:${key}}`, user?.id ?? '') }
  },

  async zone(reader, { zone: zoneKey }) {
    const zone = await zones.findOne(reader, { where: { name: ZONES.find(({ key }) => key === zoneKey)?.name ?? '' } })
    return zone ? { page: 'zone', zoneId: zone.id } : null
  },
}

async function findPerson(reader: Reader, key: string) {
  const { firstName = '', lastName = '' } = ORGANIZATION.people.find((person) => person.key === key) ?? {}
  return users.findOne(reader, { where: { firstName, lastName } })
}
