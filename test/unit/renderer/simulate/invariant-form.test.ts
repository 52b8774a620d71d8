import { describe, expect, it } from 'vitest'
import { INVARIANT_LIBRARY } from '#contract/gatehouse/invariant-library.ts'
import { invariantWriteSchema, type InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { invariantSentence } from '#policy/index.ts'
import { blankForm, bodyOf, formOf } from '#ui/features/simulate/invariants/invariant-form.ts'

const NAMES: Readonly<Record<string, string>> = { g: 'IT', a: 'Payroll', z: 'HQ' }
const chosen = { group: 'g', app: 'a', zone: 'z' }
const filled = INVARIANT_LIBRARY.map((template) => ({ template, content: template.fill(chosen) }))

describe('the form of an invariant', () => {
  it('gives back every template as it is, and what it does not show', () => {
    const more: InvariantWrite = {
      ...{ name: 'Kept', description: null, claim: { kind: 'DENIED' } },
      scope: {
        people: { users: { include: ['u'] }, groups: { exclude: ['g'] } },
        userType: { include: ['t'], exclude: [] },
        platform: { include: [{ type: 'MOBILE' }] },
        device: { registered: true, managed: false },
      },
      app: { include: [{ type: 'APP_TYPE', name: 'oidc' }], exclude: [{ type: 'APP', id: 'a' }] },
    }
    const all = [more, ...filled.map(({ content }): InvariantWrite => ({ name: 'x', description: null, ...content }))]
    for (const one of all) {
      expect(bodyOf(formOf(one))).toEqual(one)
      expect(invariantWriteSchema.safeParse(one).success).toBe(true)
    }
  })

  it('is about what its claim can be about, whatever was chosen before', () => {
    expect(bodyOf({ ...blankForm(), name: 'x', claim: 'SESSION_ENDS' })).toMatchObject({ app: null })
    expect(bodyOf({ ...blankForm(), name: 'x', about: 'session', claim: 'PHISHING_RESISTANT' }).app).not.toBeNull()
  })
})

describe('a template', () => {
  it.each(filled)('says in its sentence what it makes: $template.sentence', ({ template, content }) => {
    const said = template.sentence.replace('{group}', 'IT').replace('{app}', 'Payroll').replace('{zone}', 'HQ')
    expect(invariantSentence(content, (id) => NAMES[id] ?? null)).toBe(said)
  })
})
