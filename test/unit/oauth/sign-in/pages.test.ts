import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
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
})
