// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { FEATURES } from '#ui/app/features.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { SHOWN_SECTIONS } from '#ui/features/settings/sections.ts'

const routes = FEATURES.flatMap((feature) => feature.routes)
const open = async (path: string) => {
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push(path)
  return router.currentRoute.value
}

describe('the sections of the settings', () => {
  it('begin with the general one', async () => {
    expect((await open(PATHS.settings)).path).toBe(PATHS.settingsOf('general'))
  })

  it('have an address each, which shows that section in the one page', async () => {
    const page = (await open(PATHS.settingsOf('about'))).matched[0]?.path
    for (const { key } of SHOWN_SECTIONS) {
      const { matched } = await open(PATHS.settingsOf(key))
      expect([matched.length, matched[0]?.path], key).toEqual([2, page])
    }
  })

  it('leave out what only the desktop can set', () => {
    expect(SHOWN_SECTIONS.map(({ key }) => key)).toEqual([
      'general',
      'appearance',
      'service',
      'audit-log',
      'backups',
      'developer',
      'about',
    ])
  })
})
