import type { OperationId } from '#contract/routes/index.ts'
import type { Random } from '../fuzz/random.ts'
import type { Client } from '../helpers/client.ts'
import { makeFactories } from '../helpers/factories.ts'

interface Act {
  name: string
  run: () => Promise<unknown>
}

/** One thing after the other that administrators of a remote do, by chance that a seed repeats. */
export class RemoteChanges {
  readonly #client: Client
  readonly #make: ReturnType<typeof makeFactories>
  readonly #random: Random
  readonly #groups: string[] = []
  readonly #people: string[] = []
  readonly #apps: string[] = []
  readonly #policies: string[] = []
  readonly #servers: string[] = []
  #count = 0

  constructor(client: Client, random: Random) {
    this.#client = client
    this.#make = makeFactories(client)
    this.#random = random
  }

  /** @returns what was done, in the order in which it was */
  async make(amount: number): Promise<string[]> {
    const done: string[] = []
    for (let n = 0; n < amount; n += 1) {
      const { name, run } = this.#random.pick(this.#acts())
      await run()
      done.push(name)
    }
    return done
  }

  /** What can be done with what is there. */
  #acts(): Act[] {
    const acts: (Act & { of?: readonly string[] })[] = [
      { name: 'people', run: () => this.#addPeople() },
      { name: 'group', run: () => this.#addGroup() },
      { name: 'app', run: () => this.#addApp() },
      { name: 'policy', run: () => this.#addPolicy() },
      { name: 'zone', run: () => this.#make.aZone({ name: this.#name('Zone') }) },
      { name: 'server', run: () => this.#addServer() },
      { name: 'describe group', of: this.#groups, run: () => this.#describeGroup() },
      { name: 'remove group', of: this.#groups, run: () => this.#removeGroup() },
      { name: 'group rule', of: this.#groups, run: () => this.#addGroupRule() },
      { name: 'remove person', of: this.#people, run: () => this.#removePerson() },
      { name: 'assign', of: this.#apps, run: () => this.#assign() },
      { name: 'rules', of: this.#policies, run: () => this.#turnRules() },
    ]
    return acts.filter(({ of }) => of === undefined || of.length > 0)
  }

  #name(word: string): string {
    this.#count += 1
    return `${word} of round ${this.#count}`
  }

  #call(id: OperationId, params: Record<string, string>, body?: unknown): Promise<{ body: { id: string } }> {
    return this.#client.call(id as 'createGroup', { params, ...(body === undefined ? {} : { body }) } as never)
  }

  async #addPeople(): Promise<void> {
    const groupIds = this.#groups.slice(-1)
    for (let n = 0; n < 20; n += 1) {
      const login = `${this.#name('person').replaceAll(' ', '-')}@example.test`
      this.#people.push((await this.#make.aUser({ login, email: login }, groupIds)).id)
    }
  }

  async #addGroup(): Promise<void> {
    const { id: groupId } = await this.#make.aGroup(this.#name('Group'))
    this.#groups.push(groupId)
    for (const userId of this.#people.slice(-30)) await this.#call('addGroupMember', { groupId, userId })
    const [owner] = this.#people
    if (owner) await this.#call('addGroupOwner', { groupId }, { id: owner, type: 'USER' })
  }

  #describeGroup(): Promise<unknown> {
    const profile = { name: this.#name('Renamed'), description: this.#name('Described') }
    return this.#call('replaceGroup', { groupId: this.#random.pick(this.#groups) }, { profile })
  }

  async #removeGroup(): Promise<void> {
    const [groupId = ''] = this.#groups.splice(this.#random.below(this.#groups.length), 1)
    await this.#call('deleteGroup', { groupId })
  }

  async #removePerson(): Promise<void> {
    const [userId = ''] = this.#people.splice(this.#random.below(this.#people.length), 1)
    await this.#call('deactivateUser', { userId })
    if (this.#random.chance(0.5)) await this.#call('deleteUser', { userId })
  }

  /** With an id in its expression. */
  async #addGroupRule(): Promise<void> {
    const value = `isMemberOfAnyGroup("${this.#random.pick(this.#groups)}")`
    const groupIds = [(await this.#make.aGroup(this.#name('Filled'))).id]
    const body = {
      ...{ type: 'group_rule', name: this.#name('Rule') },
      conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
      actions: { assignUserToGroups: { groupIds } },
    }
    const { id: groupRuleId } = (await this.#call('createGroupRule', {}, body)).body
    if (this.#random.chance(0.7)) await this.#call('activateGroupRule', { groupRuleId })
  }

  async #addApp(): Promise<void> {
    this.#apps.push((await this.#make.anApp(this.#name('App'))).id)
  }

  async #assign(): Promise<void> {
    if (this.#groups.length === 0) await this.#addGroup()
    const params = { appId: this.#random.pick(this.#apps), groupId: this.#random.pick(this.#groups) }
    await this.#call('assignAppGroup', params, { profile: {} })
  }

  async #addPolicy(): Promise<void> {
    const policy = await this.#make.aPolicy('SVC_SIGN_ON', { name: this.#name('Policy') })
    this.#policies.push(policy.id)
    for (let n = 0; n < 3; n += 1) await this.#make.aRule(policy, { name: this.#name('Rule') })
  }

  /** Has the last rule of a policy come first. */
  async #turnRules(): Promise<void> {
    const policyId = this.#random.pick(this.#policies)
    const rules = (await this.#client.call('listRules', { params: { policyId } })).body
    const last = rules.filter(({ system }) => !system).at(-1)
    if (last) await this.#call('replaceRule', { policyId, ruleId: last.id }, { ...last, priority: 1 })
  }

  async #addServer(): Promise<void> {
    const authServerId = (await this.#make.anAuthorizationServer(this.#name('Server'))).id
    this.#servers.push(authServerId)
    await this.#call('createServerScope', { authServerId }, { name: `scope:${this.#servers.length}` })
    const policy = await this.#make.aServerPolicy(authServerId, { name: this.#name('Policy') })
    await this.#make.aServerRule(authServerId, policy.id, { name: this.#name('Rule') })
  }
}
