import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

/** Every address that a page or a style sheet loads. */
function loadedBy(text: string): string[] {
  return [...text.matchAll(/(?:src|href)="([^"]+)"|url\(['"]?([^'")]+)/g)].map(
    (match) => (match[1] ?? match[2]) as string,
  )
}

describe('the documentation', () => {
  it('is readable without a token, with and without a slash at the end', async () => {
    for (const path of ['/docs', '/docs/']) {
      const response = await fetch(server.url + path)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await response.text()).toContain('<main id="documentation">')
    }
  })

  it('loads only what this service itself serves', async () => {
    const page = await (await fetch(`${server.url}/docs`)).text()
    const addresses = loadedBy(page)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\//)
      const response = await fetch(server.url + address)
      expect(response.status, address).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
  })

  it('has a style sheet that reaches for nothing outside', async () => {
    const sheet = await (await fetch(`${server.url}/docs/swagger-ui.css`)).text()
    for (const address of loadedBy(sheet)) expect(address).toMatch(/^data:/)
  })

  it('runs no script that stands in the page, so that the policy can forbid it', async () => {
    const response = await fetch(`${server.url}/docs`)
    const page = await response.text()
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/\son\w+=/)
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
  })

  it('starts with the document of this service', async () => {
    const script = await (await fetch(`${server.url}/docs/start.js`)).text()
    expect(script).toContain("url: '/api/v1/openapi.json'")
  })

  it('answers HEAD as it answers GET, without the body', async () => {
    const response = await fetch(`${server.url}/docs`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('serves no file of the package but those that it needs', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/swagger-ui.js',
      '/docs/index.html',
      '/docs/swagger-ui-bundle.js.map',
    ])
      expect((await fetch(server.url + path)).status, path).toBe(404)
  })
})
