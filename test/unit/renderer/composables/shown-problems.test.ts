import { expect, it } from 'vitest'
import { ref } from 'vue'
import { useShownProblems } from '#ui/composables/useShownProblems.ts'

it('what is empty is said once going on was tried, what is filled in wrongly at once', () => {
  const draft = ref({ label: '', rows: [{ name: '', url: 'nowhere' }] })
  const tried = ref(false)
  const problems = ['label', 'rows.0.name', 'rows.0.url'].map((path) => ({ path, message: `${path} is wrong` }))
  const { shown, problemOf } = useShownProblems(
    () => problems,
    () => draft.value,
    () => tried.value,
  )
  expect(shown.value.map(({ path }) => path)).toEqual(['rows.0.url'])
  expect([problemOf('label'), problemOf('rows')]).toEqual([undefined, 'rows.0.url is wrong'])
  draft.value = { ...draft.value, label: 'a' }
  expect(problemOf('label')).toBe('label is wrong')
  tried.value = true
  expect(problemOf('rows')).toBe('rows.0.name is wrong; rows.0.url is wrong')
})
