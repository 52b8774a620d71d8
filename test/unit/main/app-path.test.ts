import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveAppUrl } from '#main/security/app-path.ts'
import { locateFile } from '#main/security/static-file.ts'

describe('an address of the page’s origin', () => {
  it.each([
    ['app://gatehouse/', { kind: 'page' }],
    ['app://gatehouse/policies/00p1/rules', { kind: 'page' }],
    ['app://gatehouse/docs', { kind: 'page' }],
    ['app://gatehouse/assets/index-a1.js', { kind: 'file', path: 'assets/index-a1.js' }],
    [
      'app://gatehouse/api/v1/policies?type=PASSWORD&q=a%20b',
      { kind: 'service', path: '/api/v1/policies?type=PASSWORD&q=a%20b' },
    ],
    ['app://gatehouse/img/organization/fs01', { kind: 'service', path: '/img/organization/fs01' }],
    ['app://gatehouse/gatehouse/v1/workspace', { kind: 'service', path: '/gatehouse/v1/workspace' }],
    ['app://gatehouse/drafts/dft1/', { kind: 'page' }],
    ['app://gatehouse/drafts/dft1/api/v1/groups', { kind: 'service', path: '/drafts/dft1/api/v1/groups' }],
  ])('%s is sorted', (url, target) => {
    expect(resolveAppUrl(url)).toEqual(target)
  })

  it('leaves other paths of the service to browsers', () => {
    for (const path of [
      '/oauth2/v1/token',
      '/api/v2/policies',
      '/api/v1',
      '/apix/v1/',
      '/drafts/dft1/oauth2/v1/token',
      '/drafts/a/b/api/v1/',
    ]) {
      expect(resolveAppUrl(`app://gatehouse${path}`).kind).not.toBe('service')
    }
  })

  it.each([
    'https://example.org/',
    'app://other/index.html',
    'app://gatehouse.example.org/',
    'app://user@gatehouse/',
    'app://gatehouse/..%2f..%2fetc/passwd',
    'app://gatehouse/assets/%2e%2e%2fsecret.js',
    'app://gatehouse/assets/..%5csecret.js',
    'app://gatehouse/assets\\..\\secret.js%5c',
    'app://gatehouse/%252e%252e%252fsecret.js',
    'app://gatehouse/index.html%00.js',
    'app://gatehouse/%E0%A4%A',
    'app://gatehouse/api/v1/..%2f..%2fdocs',
    'not an address',
    '',
  ])('%s is refused', (url) => {
    expect(resolveAppUrl(url)).toEqual({ kind: 'refused' })
  })

  it('cannot climb with plain dots, which the address itself resolves', () => {
    expect(resolveAppUrl('app://gatehouse/../../etc/passwd.json')).toEqual({ kind: 'file', path: 'etc/passwd.json' })
    expect(resolveAppUrl('app://gatehouse/api/v1/../../docs')).toEqual({ kind: 'page' })
  })
})

describe('a file of the page', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-page-'))
    await mkdir(join(folder, 'root/assets'), { recursive: true })
    await mkdir(join(folder, 'root-too'))
    await writeFile(join(folder, 'root/assets/a.js'), 'a')
    await writeFile(join(folder, 'root/assets/notes.txt'), 'n')
    await writeFile(join(folder, 'secret.js'), 's')
    await writeFile(join(folder, 'root-too/b.js'), 'b')
    await symlink(join(folder, 'secret.js'), join(folder, 'root/assets/link.js'))
    await symlink(join(folder, 'root/assets/a.js'), join(folder, 'root/assets/inner.js'))
    await symlink(folder, join(folder, 'root/up'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const locate = (path: string) => locateFile(join(folder, 'root'), path)

  it('is found below the root, with its type', async () => {
    expect(await locate('assets/a.js')).toMatchObject({ contentType: 'text/javascript; charset=utf-8' })
  })

  it('may be a link to another file of the page', async () => {
    expect((await locate('assets/inner.js'))?.file).toMatch(/assets.a\.js$/)
  })

  it.each([
    '../secret.js',
    'assets/../../secret.js',
    '../root-too/b.js',
    'assets/link.js',
    'up/secret.js',
    'assets/notes.txt',
    'assets',
    'assets/none.js',
    'assets/a.js\0.js',
    '',
  ])('is nothing for %j', async (path) => {
    expect(await locate(path)).toBeNull()
  })
})
