// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import TestedAreas from '#ui/features/sync/trial/TestedAreas.vue'

const textOf = (problems: (string | null)[]) => {
  const areas = problems.map((problem, at) => ({ operation: `list${at}`, summary: `List ${at}`, problem }))
  return mount(TestedAreas, { props: { areas } }).text()
}
const times = (text: string, part: string) => text.split(part).length - 1

it('a problem that all areas have is told once, others beside each area', () => {
  const same = textOf(['The token is not known.', 'The token is not known.'])
  expect([times(same, 'The token is not known.'), times(same, 'Cannot be read')]).toEqual([1, 2])
  expect(times(textOf(['No right.', 'No right.', null]), 'No right.')).toBe(2)
  expect(times(textOf(['No right.', 'Too slow.']), 'Too slow.')).toBe(1)
})
