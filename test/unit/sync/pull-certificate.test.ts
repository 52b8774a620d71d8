import { createServer } from 'node:https'
import { expect, it } from 'vitest'
import { selfSigned } from '../../helpers/certificates.ts'
import { listen } from '../../helpers/endpoint.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'

it('a certificate that changes in the midst of a pull ends it in a sentence; with the known one again the next pull brings it all', async () => {
  const remote = await startServer()
  await remote.make.aGroup('Sales')
  await remote.make.aZone({ name: 'Office' })
  const [known, other] = await Promise.all([selfSigned('127.0.0.1'), selfSigned('127.0.0.1')])
  const contextOf = ({ key, certificate }: typeof known) => ({ key, cert: certificate })
  let isKept = false
  // In front of the remote: each request makes a connection of its own, and sees the certificate of that time.
  const front = createServer(contextOf(known), ({ url = '', headers }, response) => {
    if (url.startsWith('/api/v1/zones') && !isKept) front.setSecureContext(contextOf(other))
    const { authorization = '', accept = '' } = headers
    void fetch(`${remote.url}${url}`, { headers: { authorization, accept } }).then(async (answer) =>
      response
        .writeHead(answer.status, { 'Content-Type': 'application/json', Connection: 'close' })
        .end(await answer.text()),
    )
  })
  const address = `https://127.0.0.1:${await listen(front)}`
  const here = await startServer({ trustedCertificates: [known.certificate] })
  const connectionId = await connect(here, { url: address, token: remote.token })
  const names = async () => (await here.client.call('listGroups')).body.map(({ profile }) => profile.name)

  const problem = expect.stringMatching(/^Remote: “[^”]+” \(GET [^)]+\) [^\n]*certificate[^\n]*\.$/)
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'FAILED', problem })
  expect(await names()).not.toContain('Sales')

  isKept = true
  front.setSecureContext(contextOf(known))
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await names()).toContain('Sales')
  expect(await differencesWith(here, connectionId)).toEqual([])
})
