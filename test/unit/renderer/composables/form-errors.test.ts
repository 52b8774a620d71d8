import { ref } from 'vue'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#ui/api/api-error.ts'
import { messageFor, useFormErrors } from '#ui/composables/useFormErrors.ts'
import { fieldPath } from '#ui/lib/tree.ts'

const failure = (causes: { summary: string; location: string }[]) =>
  new ApiError({ status: 400, code: 'E0000001', summary: 'Api validation failed', causes })

describe('problems beside their fields', () => {
  it.each(['a[0].b', 'a.0.b', '/a/0/b', 'a/0/b'])('reads %s as the same place', (location) => {
    expect(fieldPath(location)).toBe('a.0.b')
  })

  it('a field shows what is wrong with it and with anything inside it, each once', () => {
    const causes = [
      { summary: 'no such group', location: 'conditions.people.groups.include[1]' },
      { summary: 'no such group', location: 'conditions.people.groups.include[2]' },
      { summary: 'too long', location: 'conditions.people' },
    ]
    expect(messageFor(causes, 'conditions.people')).toBe('no such group; too long')
    expect(messageFor(causes, 'conditions.people.groups')).toBe('no such group')
  })

  it('a field is not blamed for a namesake that only begins alike', () => {
    expect(messageFor([{ summary: 'wrong', location: 'nameOfThing' }], 'name')).toBeUndefined()
  })

  it('what no field shows comes above the form, and follows a new error', () => {
    const error = ref<ApiError | null>(
      failure([
        { summary: 'wrong', location: 'name' },
        { summary: 'odd', location: '' },
      ]),
    )
    const { errorOf, unplaced, summary } = useFormErrors(error, ['name'], () => ({ name: 'x' }))
    expect(errorOf('name')).toBe('wrong')
    expect(unplaced.value.map((cause) => cause.summary)).toEqual(['odd'])
    expect(summary.value).toBeUndefined()
    error.value = failure([])
    expect(summary.value).toBe('Api validation failed')
    expect(unplaced.value).toEqual([])
  })

  it('what was refused is no longer said once the field has another value, and again with the same', () => {
    const error = ref<ApiError | null>(null)
    const draft = ref({ name: 'Taken', zones: { include: ['gone', 'there'] }, note: '' })
    const { errorOf, unplaced } = useFormErrors(error, ['name', 'zones'], () => draft.value)
    error.value = failure([
      { summary: 'is taken', location: 'name' },
      { summary: 'does not exist', location: 'zones.include[0]' },
      { summary: 'odd', location: '' },
    ])
    draft.value.name = 'Free'
    draft.value.note = 'elsewhere'
    expect([errorOf('name'), errorOf('zones')]).toEqual([undefined, 'does not exist'])
    draft.value.name = 'Taken'
    draft.value.zones.include = ['there']
    expect([errorOf('name'), errorOf('zones')]).toEqual(['is taken', undefined])
    expect(unplaced.value.map(({ summary }) => summary)).toEqual(['odd'])
  })
})
