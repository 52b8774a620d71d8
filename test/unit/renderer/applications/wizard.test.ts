import { describe, expect, it } from 'vitest'
import { appWriteSchema } from '#contract/apps/app-write.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { modeRow, SIGN_ON_MODES } from '#contract/apps/sign-on-modes.ts'
import { DEFAULT_FIELDS } from '#ui/features/applications/forms/default-fields.ts'
import { explained } from '#ui/features/applications/forms/defaults.ts'
import { appProblems } from '#ui/features/applications/forms/schema-problems.ts'
import { kindOf } from '#ui/features/applications/forms/when.ts'
import { KIND_GROUPS } from '#ui/features/applications/wizard/app-kinds.ts'
import { completed, FIRST_FIELDS, recompleted, requestOf } from '#ui/features/applications/wizard/wizard-form.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'
import { visibleFields } from '#ui/resource/form/form-body.ts'

const KINDS = KIND_GROUPS.flatMap(({ kinds }) => kinds)

/** A draft with all that its kind needs. */
function filled(start: Draft): Draft {
  const draft = completed(start)
  const needed = visibleFields(FIRST_FIELDS, draft).filter((field) => field.control === 'text' && field.required)
  const texts = needed.reduce((made, { path }) => setIn(made, path, 'https://berths.example.com/'), draft)
  const isClient = String(texts['signOnMode']) === 'OPENID_CONNECT' && texts['name'] === undefined
  return isClient ? setIn(texts, 'settings.oauthClient.redirect_uris', ['https://berths.example.com/back']) : texts
}

describe('the kinds that the wizard offers', () => {
  it('are all modes, each with a sentence on when to choose it', () => {
    expect(new Set(KINDS.map(({ start }) => start['signOnMode']))).toEqual(new Set([...SIGN_ON_MODES, null]))
    for (const { when, title } of KINDS) expect([title, when.length > 0], title).toEqual([title, true])
    expect(new Set(KINDS.map(({ key }) => key)).size).toBe(KINDS.length)
  })

  it.each(KINDS)('$key can be made once its fields are filled in', ({ start }) =>
    expect(appProblems(requestOf(filled(start)))).toEqual([]),
  )

  it.each(KINDS)('$key shows as defaults what the service makes of it anyway', ({ start }) => {
    const { signOnMode, name = modeRow(signOnMode)?.name ?? 'made_of_label_1' } = kindOf(start)
    const made = (body: Draft) => appDefinition({ name, signOnMode }, appWriteSchema.parse(body))
    const bare = visibleFields(FIRST_FIELDS, start).reduce(
      (body, { path }) =>
        setIn(
          body,
          path,
          path.split('.').reduce<unknown>((at, key) => (at as Draft)?.[key], filled(start)),
        ),
      start,
    )
    expect(made(requestOf(filled(start)))).toEqual(made(bare))
  })

  it('name what is wrong by the fields that show it', () => {
    const [web] = KINDS
    const problems = appProblems(requestOf(completed(web?.start ?? {})))
    const paths = FIRST_FIELDS.map(({ path }) => path)
    expect(problems.map(({ path }) => paths.includes(path))).toEqual([true, true])
  })
})

describe('another type of client', () => {
  const TYPE = 'settings.oauthClient.application_type'
  const METHOD = 'credentials.oauthClient.token_endpoint_auth_method'
  const draftOf = (key: string) => filled(KINDS.find((kind) => kind.key === key)?.start ?? {})
  const retyped = (draft: Draft, type: string) => recompleted(setIn(draft, TYPE, type), draft)

  it.each([
    ['web', 'native'],
    ['web', 'browser'],
    ['browser', 'web'],
    ['native', 'web'],
  ])('has the defaults of its own: %s that becomes %s', (from, to) => {
    const [changed, fresh] = [retyped(draftOf(from), to), draftOf(to)]
    expect(getIn(changed, METHOD)).toBe(getIn(fresh, METHOD))
    expect(getIn(changed, METHOD)).not.toBe(getIn(draftOf(from), METHOD))
    expect(appProblems(requestOf(changed))).toEqual([])
    expect(retyped(changed, from)).toEqual(draftOf(from))
  })

  it('keeps what was chosen', () => {
    const chosen = setIn(draftOf('web'), METHOD, 'client_secret_post')
    expect(getIn(retyped(chosen, 'native'), METHOD)).toBe('client_secret_post')
    const other = recompleted(setIn(draftOf('web'), METHOD, 'none'), draftOf('web'))
    expect(getIn(other, METHOD)).toBe('none')
  })
})

it('the help of a setting says what it starts with', () => {
  const help = (path: string, draft: Draft) =>
    explained(DEFAULT_FIELDS, draft).find((field) => field.path === path)?.help
  const client = (type: string): Draft => ({
    signOnMode: 'OPENID_CONNECT',
    settings: { oauthClient: { application_type: type, grant_types: ['authorization_code'] } },
  })
  const method = 'credentials.oauthClient.token_endpoint_auth_method'
  expect(help(method, client('web'))).toContain('Default: Secret in the Authorization header.')
  expect(help(method, client('browser'))).toContain('Default: None: it cannot keep a secret.')
  expect(help('settings.signOn.assertionSigned', { signOnMode: 'SAML_2_0' })).toContain('Default: Yes.')
})
