import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf, curlText, shellQuote } from '#ui/api/curl.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'

/** What a shell makes of the text: the arguments that curl would get. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const env = { PATH: process.env.PATH ?? '', GATEHOUSE_TOKEN: 'secret value' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe.skipIf(isMissing('sh'))('copy as curl', () => {
  it.each(['plain', "it's", '$HOME `id` $(id)', 'back\\slash', 'two\nlines', '"double"', '', '!x', "''"])(
    'a shell gives back %j as it was',
    (word) => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(word)}`], { encoding: 'utf8' })).toBe(word)
    },
  )

  it('a read needs no method and no body, and the token is the shell’s to fill in', () => {
    const text = curlOf(
      'getPolicy',
      { params: { policyId: '00p1' }, query: { expand: 'rules' } },
      { url: 'http://127.0.0.1:7480/' },
    )
    expect(text).toContain('$GATEHOUSE_TOKEN')
    expect(argumentsOf(text)).toEqual([
      'http://127.0.0.1:7480/api/v1/policies/00p1?expand=rules',
      '-H',
      'Authorization: SSWS secret value',
    ])
  })

  it('a write carries method, type and body unharmed', () => {
    const body = { profile: { name: `O'Brien's "team" $(rm -rf) \`x\`` } }
    const sent = argumentsOf(curlOf('createGroup', { body }, { url: 'http://127.0.0.1:7480' }))
    expect(sent.slice(0, 3)).toEqual(['-X', 'POST', 'http://127.0.0.1:7480/api/v1/groups'])
    expect(sent).toContain('Prefer: handling=strict, vocabulary=svc')
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(body)
  })

  it('a read says that it is in our words where clients speak others', () => {
    const read = (vocabulary: string) =>
      argumentsOf(
        curlOf('listPolicies', { query: { type: 'SVC_SIGN_ON' } }, { url: 'http://127.0.0.1:7480', vocabulary }),
      )
    expect(read('okta')).toContain('Prefer: vocabulary=svc')
    expect(read('svc').join()).not.toContain('Prefer')
  })

  it('a DELETE has no body', () => {
    const text = curlText(
      { method: 'DELETE', path: '/api/v1/groups/00g1', body: null },
      { url: 'http://127.0.0.1:7480' },
    )
    expect(argumentsOf(text)).not.toContain('-d')
  })

  it('ids are percent-encoded in the path', () => {
    const text = curlOf('getUser', { params: { userId: 'a/b c@x' } }, { url: 'http://h' })
    expect(argumentsOf(text)[0]).toBe('http://h/api/v1/users/a%2Fb%20c%40x')
  })
})
