import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A folder with releases, served on this machine as a web server would. */
export interface UpdateFeed {
  url: string
  /** Path to content; what is not there answers 404. */
  files: Map<string, string | Buffer>
  /** Headers of each request, in order. */
  requests: IncomingHttpHeaders[]
  close(): Promise<void>
}

export async function serveFeed(): Promise<UpdateFeed> {
  const files: UpdateFeed['files'] = new Map()
  const requests: UpdateFeed['requests'] = []
  const server = createServer((request, response) => {
    requests.push(request.headers)
    const file = files.get(new URL(request.url ?? '/', 'http://feed').pathname)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, files, requests, close }
}

/** The channel files of a release with one file, as electron-builder writes them (JSON is YAML too). */
export function publish(
  feed: UpdateFeed,
  release: { version: string; file: string; content: Buffer; sha512?: string; notes?: string },
): void {
  const { version, file, content, notes } = release
  const sha512 = release.sha512 ?? createHash('sha512').update(content).digest('base64')
  const channel = JSON.stringify({
    version,
    files: [{ url: file, sha512, size: content.length }],
    path: file,
    sha512,
    releaseDate: '2026-11-20T08:00:00.000Z',
    ...(notes === undefined ? {} : { releaseNotes: notes }),
  })
  for (const name of ['latest.yml', 'latest-linux.yml', 'latest-linux-arm64.yml', 'latest-mac.yml'])
    feed.files.set(`/${name}`, channel)
  feed.files.set(`/${file}`, content)
}
