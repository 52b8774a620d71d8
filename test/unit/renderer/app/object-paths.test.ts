// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { KIND_LIST } from '#contract/kinds.ts'
import { FEATURES } from '#ui/app/features.ts'

const router = createRouter({ history: createMemoryHistory(), routes: FEATURES.flatMap(({ routes }) => routes) })
const shown = KIND_LIST.flatMap(({ name, uiPath }) => (uiPath ? [{ name, path: uiPath.replace('{id}', 'x') }] : []))

describe('what the table of kinds says of pages', () => {
  it.each(shown)('$name has one at $path', ({ path }) => {
    const found = router.resolve(path).matched.at(-1)
    expect(found?.components ?? found?.redirect).toBeDefined()
  })
})
