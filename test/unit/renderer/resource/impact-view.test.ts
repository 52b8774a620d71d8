// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import ImpactView from '#ui/resource/review/ImpactView.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

const headOf = async (notes: string[]) => {
  const review = { id: '', considered: 3, affected: 0, effects: [], notes }
  const { page } = await mountPage(ImpactView, { props: { review } })
  return { isGreen: page.find('.none').exists(), hasCheck: page.find('.head svg').exists(), text: page.text() }
}

it('a change that refuses everyone at some addresses is told without the green of one that does nothing', async () => {
  expect(await headOf([])).toEqual({ isGreen: true, hasCheck: true, text: 'No person is affected.' })
  const note = 'Sign-ins from the addresses in “Blocked” are refused for everyone.'
  const blocked = await headOf([note])
  expect(blocked).toMatchObject({ isGreen: false, hasCheck: false })
  expect(blocked.text).toContain('By policies alone, no person is affected.')
  expect(blocked.text).toContain(note)
})
