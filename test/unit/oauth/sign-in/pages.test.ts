import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { qrImage } from '#oauth/sign-in/qr-image.ts'
import { stepPage } from '#oauth/sign-in/pages.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})

describe('a page for people', () => {
  it('has the one style that its policy lets in', async () => {
    const reply = await fetch(`${server.url}/oauth2/v1/authorize`)
    const styles = [...(await reply.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
    expect(styles).toHaveLength(1)
    const hash = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64')
    expect(reply.headers.get('Content-Security-Policy')).toContain(`style-src 'sha256-${hash}';`)
  })

  const frame = { organization: 'Acme', app: 'Rota', identifier: 'ada@example.com', problem: null, setUp: null }

  it('ties what is wrong to the field that it is about', () => {
    const text = stepPage({ step: 'password' }, { ...frame, problem: 'Not "right".' })
    expect(text).toMatch(/id="password"[^>]*aria-invalid="true" aria-describedby="problem"/)
    expect(text).toContain('<p class="error" id="problem" role="alert">Not &#34;right&#34;.</p>')
    expect(stepPage({ step: 'password' }, frame)).not.toContain('aria-describedby')
  })

  it('breaks a login that is too long for a line after its @', () => {
    expect(stepPage({ step: 'password' }, frame)).toContain('<strong>ada@<wbr />example.com</strong>')
    expect(stepPage({ step: 'password' }, { ...frame, identifier: '<ada>' })).toContain(
      '<strong>&#60;ada&#62;</strong>',
    )
  })

  it('says of each method to choose whether it is simulated', () => {
    const choice = (key: string, method: string) => ({ key, method, isEnrolled: true }) as never
    const choices = [choice('svc_password', 'PASSWORD'), choice('svc_verify', 'TOTP'), choice('svc_email', 'EMAIL')]
    const text = stepPage({ step: 'choose', choices }, frame).replaceAll(/\s+/g, ' ')
    const offered = [...text.matchAll(/<span>([^<]*)<\/span>( <small>Simulated<\/small>)?/g)]
    expect(offered.map(([, label, simulated]) => [label, simulated !== undefined])).toEqual([
      ['Password', false],
      ['Verify app (code)', false],
      ['Email', true],
    ])
  })

  it('shows a key as a QR code too, unless it is too long for a camera', () => {
    expect(qrImage('otpauth://totp/a?secret=b')).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(qrImage('x'.repeat(2_000))).toBeNull()
  })
})
