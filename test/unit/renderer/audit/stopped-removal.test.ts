// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { LogImport } from '#contract/log/log-transfer.ts'
import ImportRow from '#ui/features/audit/integrity/ImportRow.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

const one: LogImport = {
  ...{ id: 'lim1', name: 'Staging', state: 'CANCELLED', checked: 9, added: 4, known: 0, keyFingerprint: null },
  ...{ concerns: null, connectionId: 'rcn1', isFollowed: false, created: '2026-03-01T08:00:00.000Z', problems: [] },
}
const remove = () => document.body.querySelector('button[aria-label^="Remove"]')

it('an import whose removal has stopped says why, and can be removed again', async () => {
  await mountPage(ImportRow, { props: { one } })
  expect(document.body.textContent).toContain('Being removed; 4 events left')
  expect(remove()).toBeNull()
  document.body.innerHTML = ''
  const problems = [{ line: 0, message: 'There is no room left on the disk.' }]
  await mountPage(ImportRow, { props: { one: { ...one, problems } } })
  expect(document.body.textContent).toContain('The removal has stopped; 4 events left')
  expect(document.body.textContent).toContain('There is no room left on the disk.')
  expect(remove()).not.toBeNull()
})
