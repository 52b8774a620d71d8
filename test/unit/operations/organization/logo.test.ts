import { describe, expect, it } from 'vitest'
import { readPicture } from '#operations/logos/picture.ts'
import { refusalOf } from '../../../helpers/client.ts'
import { EXIF, formWith, GIF, JPEG, jpegOf, PNG } from '../../../helpers/pictures.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

describe('a picture', () => {
  it.each([
    ['a PNG', PNG, { type: 'image/png', width: 24, height: 24 }],
    ['a GIF', GIF, { type: 'image/gif', width: 420, height: 120 }],
    ['a JPG', JPEG, { type: 'image/jpeg', width: 420, height: 120 }],
    [
      'a JPG with filling',
      Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, 0xff]), JPEG.subarray(2)]),
      { height: 120 },
    ],
  ])('is read from the header of %s', (_, data, picture) => {
    expect(readPicture(data)).toMatchObject(picture)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the beginning of a PNG', PNG.subarray(0, 20)],
    ['the beginning of a GIF', GIF.subarray(0, 9)],
    ['a JPG without a frame', jpegOf(EXIF)],
    ['a JPG that ends inside its frame', JPEG.subarray(0, JPEG.length - 9)],
    ['a JPG whose segments lead nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
    ['a GIF of no size', Buffer.concat([GIF.subarray(0, 6), Buffer.alloc(20)])],
    ['a WebP', Buffer.from('RIFF\u0010\0\0\0WEBPVP8 ')],
  ])('is not found in %s', (_, data) => {
    expect(readPicture(data)).toBeNull()
  })

  it('is looked for in no more than the file, however its segments are made', () => {
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000_000, Buffer.from([0xff, 0xe0, 0, 2]))])
    expect(readPicture(endless)).toBeNull()
  })
})

describe('the logo of the organization', () => {
  function formOfManyParts(): FormData {
    const form = new FormData()
    for (let number = 0; number < 5_000; number += 1) form.append('__proto__', 'x')
    return formWith(PNG, 'file', form)
  }
  const upload = ({ client }: TestServer, body: FormData | string, headers = {}) =>
    client.fetch('/api/v1/org/logo', { method: 'POST', body, headers })
  const logoOf = async ({ client }: TestServer) => (await client.call('getOrganization')).body._links.logo

  it('is uploaded in a form, and served where `Location` says, to everybody [spec/2 endpoints/POST logo] [spec/5 7/not recorded]', async () => {
    const server = await startServer()
    const reply = await upload(server, formWith(PNG))
    expect([reply.status, await reply.text()]).toEqual([201, ''])
    const location = reply.headers.get('Location') ?? ''
    expect(await logoOf(server)).toEqual({ href: location })
    const served = await fetch(location)
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).toBe(true)
    expect((await fetch(location, { method: 'HEAD' })).status).toBe(200)
  })

  it('is what the content says, whatever the file is called; another takes its place, with an event', async () => {
    const server = await startServer()
    const first = (await upload(server, formWith(GIF))).headers.get('Location') ?? ''
    expect((await fetch(first)).headers.get('Content-Type')).toBe('image/gif')
    const second = (await upload(server, formWith(JPEG))).headers.get('Location') ?? ''
    expect((await fetch(second)).headers.get('Content-Type')).toBe('image/jpeg')
    expect((await fetch(first)).status).toBe(404)
    const query = { filter: 'eventType eq "gatehouse.organization.logo.update"', sortOrder: 'DESCENDING' as const }
    const [event] = (await server.client.call('listLogEvents', { query })).body
    expect(event?.target?.[0]?.changeDetails).toMatchObject({
      from: { logo: { type: 'image/gif', width: 420, height: 120, bytes: GIF.length } },
      to: { logo: { type: 'image/jpeg', bytes: JPEG.length } },
    })
  })

  it('is under 1 MB [spec/2 limits/logo file]', async () => {
    const server = await startServer()
    const ofLength = (bytes: number) => formWith(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]))
    expect((await upload(server, ofLength(1_048_575))).status).toBe(201)
    const refusal = await refusalOf(await upload(server, ofLength(1_048_576)))
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['file']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('under 1 MB')
    expect((await refusalOf(await upload(server, ofLength(2_500_000)))).status).toBe(413)
  })

  it('is refused where the form is not as it should be, and the one before stays', async () => {
    const server = await startServer()
    const { headers } = await upload(server, formWith(PNG))
    const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' }
    for (const [body, more, code] of [
      [formWith(Buffer.from('<svg/>')), {}, 'E0000001'],
      [formWith(Buffer.alloc(0)), {}, 'E0000001'],
      [formWith(PNG, 'logo'), {}, 'E0000001'],
      [formWith(PNG, 'file', formWith(PNG)), {}, 'E0000001'],
      [new FormData(), {}, 'E0000001'],
      [formOfManyParts(), {}, 'E0000003'],
      ['--x\r\nContent-Disposition: form-data; name="file"', boundary, 'E0000003'],
      ['no form', boundary, 'E0000003'],
    ] as const) {
      const refusal = await refusalOf(await upload(server, body, more))
      expect([refusal.status, refusal.code]).toEqual([400, code])
    }
    expect(await logoOf(server)).toEqual({ href: headers.get('Location') })
  })

  it('has no address that can be guessed', async () => {
    const server = await startServer()
    for (const id of ['x', 'fs000000000000000000'])
      expect((await fetch(`${server.url}/img/organization/${id}`)).status).toBe(404)
  })
})
