import { expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { APP_TEXTS, writableOf } from '#ui/features/applications/app-json.ts'

it('the JSON of an application keeps all that a replacement would set back to its default, and nothing that is read-only', () => {
  const app = { id: '0oa1', status: 'ACTIVE', name: 'google', label: 'Mail', signOnMode: 'SAML_2_0' }
  const parts = { settings: { app: {} }, licensing: { seatCount: 250 }, visibility: {}, profile: { note: 'x' } }
  const written = APP_TEXTS.write(writableOf({ ...app, ...parts } as unknown as App))
  expect(JSON.parse(written)).toEqual({ name: 'google', label: 'Mail', signOnMode: 'SAML_2_0', ...parts })
  expect(APP_TEXTS.read('{ "licensing": 250 }')).toEqual({ problem: '“licensing” must be an object or null.' })
})
