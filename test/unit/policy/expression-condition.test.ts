import { describe, expect, it } from 'vitest'
import { behaviorsOf } from '#policy/behaviors.ts'
import { traceOf, type Environment } from '#policy/conditions/condition.ts'
import { compileConditions } from '#policy/conditions/index.ts'
import { factsOf } from '#policy/prepared-context.ts'
import type { ConditionTrace, EvaluationContext, Person } from '#policy/types.ts'
import { render } from '#policy/explain/labels.ts'

const ENVIRONMENT = { everyoneGroupId: 'everyone', zones: new Map() }

function ask(condition: string, context: Partial<EvaluationContext>, environment: Environment = ENVIRONMENT) {
  const [trace] = traceOf(
    compileConditions({ elCondition: { condition } }, environment),
    factsOf({ now: 0, ...context }),
  )
  if (!trace) throw new Error('an expression reports one path')
  return trace
}

const text = (words: ConditionTrace['actual']) => render(words, () => null)
const person = (profile: Record<string, unknown>, groupIds: string[] = []): Person => ({
  id: 'ada',
  groupIds,
  user: { id: 'ada', profile },
})

describe('an expression as a condition', () => {
  it('reads the person, the device, the risk and the sign-in name of the context', () => {
    const context = {
      person: person({ login: 'ada@example.org', department: 'Finance' }),
      device: { managed: true, registered: true },
      risk: 'HIGH' as const,
    }
    for (const condition of [
      "user.profile.department == 'Finance'",
      'device.profile.managed && device.profile.registered',
      "security.risk.level == 'HIGH'",
      "login.identifier == 'ada@example.org'",
    ])
      expect([condition, ask(condition, context).status]).toEqual([condition, 'MATCH'])
  })

  it('names behaviors, which a sign-in holds by id', () => {
    const behaviors = behaviorsOf([
      { id: 'bhv1', name: 'New city' },
      { id: 'bhv2', name: 'New device' },
    ])
    const detected = (...ids: string[]) =>
      ask("security.behaviors.contains('New city')", { behaviors: ids }, { ...ENVIRONMENT, behaviors })
    expect(detected('bhv1', 'bhv2').status).toBe('MATCH')
    expect(detected('bhv2').status).toBe('NOT_MATCH')
    expect(text(detected('bhv2').actual)).toBe("security.behaviors.contains('New city') is false")
    expect(ask("security.behaviors.contains('New city')", {}).status).toBe('UNDEFINED')
    // An id is no name.
    const byId = { behaviors: ['bhv1'] }
    expect(ask("security.behaviors.contains('bhv1')", byId, { ...ENVIRONMENT, behaviors }).status).toBe('NOT_MATCH')
  })

  it('takes a missing attribute of a known person for null, which equality decides', () => {
    expect(ask('user.profile.department == null', { person: person({}) }).status).toBe('MATCH')
    expect(ask("user.profile.department.contains('x')", { person: person({}) }).status).toBe('UNDEFINED')
    expect(ask('user.profile.department == null', { groupIds: ['g'] }).status).toBe('UNDEFINED')
  })

  it('knows memberships of people and of group contexts, Everyone included', () => {
    const inGroup = (id: string) => `user.isMemberOf({'group.id': '${id}'})`
    expect(ask(inGroup('g'), { person: person({}, ['g']) }).status).toBe('MATCH')
    expect(ask(inGroup('h'), { person: person({}, ['g']) }).status).toBe('NOT_MATCH')
    expect(ask(inGroup('g'), { groupIds: ['g'] }).status).toBe('MATCH')
    expect(ask(inGroup('everyone'), { groupIds: ['g'] }).status).toBe('MATCH')
    expect(ask(inGroup('g'), {}).status).toBe('UNDEFINED')
  })

  it('knows the names of groups when the context brings them', () => {
    const groups = [{ id: 'g', type: 'SVC_GROUP', profile: { name: 'Finance' } }]
    const named = "user.isMemberOf({'group.profile.name': 'Finance'})"
    expect(ask(named, { person: person({}, ['g']), groups }).status).toBe('MATCH')
    expect(ask(named, { person: person({}, ['g']) }).status).toBe('UNDEFINED')
    expect(ask(named, { person: person({}, []), groups: [] }).status).toBe('NOT_MATCH')
  })

  it('names the field of the context that would decide it', () => {
    expect(ask("security.risk.level == 'HIGH'", {}).missing).toBe('policyContext.risk')
    expect(ask('device.profile.managed', { device: { registered: true } }).missing).toBe('policyContext.device.managed')
    expect(ask("user.profile.department == 'x'", { groupIds: ['g'] }).missing).toBe('policyContext.user')
    expect(ask("user.profile.department == 'x' || security.risk.level == 'LOW'", { person: person({}) }).missing).toBe(
      'policyContext.risk',
    )
  })

  it('shows what it read, sub-expression by sub-expression', () => {
    const trace = ask("user.profile.department == 'Sales' || security.risk.level == 'LOW'", {
      person: person({ department: 'Finance' }),
      risk: 'LOW',
    })
    expect(text(trace.actual)).toBe('user.profile.department is "Finance", security.risk.level is "LOW"')
    expect(trace.parts.map((part) => [text(part.expected), part.status, text(part.actual)])).toEqual([
      ["user.profile.department == 'Sales'", 'NOT_MATCH', 'user.profile.department is "Finance"'],
      ["security.risk.level == 'LOW'", 'MATCH', 'security.risk.level is "LOW"'],
    ])
  })

  it('that cannot be read decides nothing', () => {
    expect(ask('user.profile.department ==', { person: person({}) })).toMatchObject({
      status: 'UNDEFINED',
      missing: null,
    })
  })
})
