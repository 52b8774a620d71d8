import { describe, expect, it } from 'vitest'
import { profileSchema, userCreateSchema, type User } from '#contract/directory/user.ts'
import { USER_STATUSES } from '#contract/directory/user-status.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import { attributeLabel, createPersonForm, editPersonForm } from '#ui/features/directory/person-form.ts'
import { personSteps } from '#ui/features/directory/person-steps.ts'
import { visibleFields } from '#ui/resource/form/form-body.ts'

const EMPLOYEE = { id: 'oty1', displayName: 'User', default: true } as UserType
const CONTRACTOR = { id: 'oty2', displayName: 'Contractor', default: false } as UserType
const ADA = { firstName: 'Ada', lastName: 'Low', email: 'ada@example.test' }

describe('the form of a new person', () => {
  const form = createPersonForm([EMPLOYEE, CONTRACTOR])
  const bodyOf = (draft: object) => form.bodyOf?.({ ...form.blank(), ...draft }) as Record<string, unknown>

  it('takes the email address as the login where none is given', () => {
    expect(bodyOf({ profile: { ...ADA, login: '' } })['profile']).toEqual({ ...ADA, login: ADA.email })
    expect(bodyOf({ profile: { ...ADA, login: 'ada.low' } })['profile']).toEqual({ ...ADA, login: 'ada.low' })
  })

  it('sends no password, group or type that was not given, and what was given as the interface wants it', () => {
    expect(bodyOf({ profile: { ...ADA, title: '' }, groupIds: [] })).toEqual({
      profile: { ...ADA, login: ADA.email },
      activate: true,
    })
    const { activate, ...body } = bodyOf({
      profile: ADA,
      activate: undefined,
      groupIds: ['00g1'],
      type: { id: 'oty2' },
      credentials: { password: { value: 'Correct-Horse-7' } },
    })
    expect(activate).toBeUndefined()
    expect(userCreateSchema.strict().parse(body)).toMatchObject({ groupIds: ['00g1'], type: { id: 'oty2' } })
  })

  it('sends empty required attributes, so that the service refuses them beside their fields', () => {
    const causes = userCreateSchema.safeParse(bodyOf({})).error?.issues.map(({ path }) => path.join('.'))
    expect(causes).toEqual(['profile.login', 'profile.firstName', 'profile.email'])
  })

  it('asks for a user type only where there are several', () => {
    const asks = (types: UserType[]) =>
      visibleFields(createPersonForm(types).fields, {}).some(({ path }) => path === 'type.id')
    expect([asks([EMPLOYEE]), asks([EMPLOYEE, CONTRACTOR])]).toEqual([false, true])
  })
})

/** A schema with attributes of its own, of each type. */
const schema = {
  definitions: {
    base: { id: '#base', type: 'object', properties: {}, required: ['login', 'firstName', 'email', 'city'] },
    custom: {
      ...{ id: '#custom', type: 'object', required: [] },
      properties: {
        badge: { title: 'Badge', type: 'string', scope: 'NONE' },
        size: { title: 'Size', type: 'string', scope: 'NONE', enum: ['s', 'm'] },
        hours: { title: 'Hours', type: 'integer', scope: 'NONE' },
        remote: { title: 'Remote', type: 'boolean', scope: 'NONE' },
        floors: { title: 'Floors', type: 'array', items: { type: 'integer' }, scope: 'NONE' },
      },
    },
  },
} as const satisfies object as unknown as NonNullable<Parameters<typeof editPersonForm>[0]>

describe('custom attributes in a form', () => {
  it('are typed, chosen or collected, by their types', () => {
    const fields = editPersonForm(schema).fields.slice(-5)
    expect(fields.map(({ label, control }) => `${label}: ${control}`)).toEqual([
      ...['Badge: text', 'Size: choice', 'Hours: number', 'Remote: choice', 'Floors: many'],
    ])
  })

  it('are sent as the interface wants them, where they changed', () => {
    const profile = { ...ADA, login: 'ada', badge: 'x', hours: 3, remote: false, floors: [1, 2] }
    const form = editPersonForm(schema)
    const draft = form.draftOf?.({ profile } as unknown as User) ?? expect.unreachable()
    expect(draft['profile']).toMatchObject({ remote: 'false', floors: ['1', '2'] })
    expect(form.bodyOf?.(draft)).toEqual({ profile: {} })
    const edited = {
      ...(draft['profile'] as object),
      badge: '',
      hours: 4,
      remote: 'true',
      floors: ['2', '5'],
      size: 'm',
    }
    expect(form.bodyOf?.({ ...draft, profile: edited })).toEqual({
      profile: { badge: null, hours: 4, remote: true, floors: [2, 5], size: 'm' },
    })
  })

  it('of a new person are those of the type that is chosen, with the base attributes that it needs', () => {
    const form = createPersonForm([EMPLOYEE, CONTRACTOR], { oty2: schema })
    const labels = (draft: object) => visibleFields(form.fields, draft as never).map(({ label }) => label)
    expect(labels({})).not.toContain('Badge')
    expect(labels({ type: { id: 'oty2' } })).toEqual(expect.arrayContaining(['City', 'Badge', 'Floors']))
    const draft = { ...form.blank(), profile: { ...ADA, hours: 7, badge: '' }, type: { id: 'oty2' } }
    expect((form.bodyOf?.(draft) as { profile: object }).profile).toEqual({
      ...ADA,
      hours: 7,
      login: ADA.email,
    })
  })
})

describe('the form of a profile', () => {
  const person = { id: '00u1', profile: { ...ADA, login: 'ada', mobilePhone: null, title: 'Pilot' } } as unknown as User
  const edit = editPersonForm()
  const bodyOf = (changes: object) => {
    const draft = edit.draftOf?.(person) ?? expect.unreachable()
    return edit.bodyOf?.({ ...draft, profile: { ...person.profile, ...changes } })
  }

  it('has every attribute that the interface knows, each with a label of its own', () => {
    const paths = edit.fields.filter(({ control }) => control !== 'heading').map(({ path }) => path)
    expect(paths.toSorted()).toEqual(
      Object.keys(profileSchema.shape)
        .map((key) => `profile.${key}`)
        .toSorted(),
    )
    expect(new Set(paths.map((path) => attributeLabel(path.slice('profile.'.length)))).size).toBe(paths.length)
  })

  it('sends only what was changed; an attribute that was emptied is taken away', () => {
    expect(bodyOf({ lastName: 'Lovelace', title: '', mobilePhone: '' })).toEqual({
      profile: { lastName: 'Lovelace', title: null },
    })
    expect(bodyOf({})).toEqual({ profile: {} })
  })

  it('sends a required attribute that was emptied as it is, so that it is refused beside its field', () => {
    expect(bodyOf({ firstName: '' })).toEqual({ profile: { firstName: '' } })
  })
})

it('offers of the steps of a life those that the service takes from the status', () => {
  const offered = USER_STATUSES.map((status) => [status, personSteps({ status }).map(({ key }) => key)])
  expect(Object.fromEntries(offered)).toEqual({
    STAGED: ['activate', 'deactivate'],
    PROVISIONED: ['reactivate', 'reset_password', 'deactivate'],
    ACTIVE: [
      ...['reset_password', 'expire_password', 'expire_password_with_temp_password'],
      ...['reset_factors', 'suspend', 'deactivate'],
    ],
    RECOVERY: ['reset_password', 'reset_factors', 'deactivate'],
    PASSWORD_EXPIRED: ['reset_password', 'deactivate'],
    LOCKED_OUT: ['unlock', 'deactivate'],
    SUSPENDED: ['unsuspend', 'deactivate'],
    DEPROVISIONED: ['activate'],
  })
})
