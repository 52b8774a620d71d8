import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs real openssl in a folder that holds a request. @returns what it said @throws Error with that, when it refuses */
type Openssl = (...args: string[]) => Promise<string>

async function withRequest<Result>(
  csr: string,
  act: (openssl: Openssl, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-openssl-'))
  try {
    await writeFile(join(folder, 'request.der'), Buffer.from(csr, 'base64'))
    const openssl: Openssl = async (...args) => {
      const { stdout, stderr } = await run('openssl', args, { cwd: folder })
      return stdout + stderr
    }
    return await act(openssl, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What openssl says of a request, once it has verified that who asks holds the key. @param csr DER as base64 */
export const verifyByOpenssl = (csr: string): Promise<string> =>
  withRequest(csr, (openssl) =>
    openssl('req', '-inform', 'DER', '-in', 'request.der', '-verify', '-noout', '-subject', '-text'),
  )

/**
 * The certificate that an authority of openssl gives for a request.
 * @param csr DER as base64
 * @param from, to moments of validity
 * @returns PEM
 */
export const issueByOpenssl = (csr: string, from: Date, to: Date): Promise<string> =>
  withRequest(csr, async (openssl, folder) => {
    await writeFile(join(folder, 'ca.conf'), CONFIGURATION)
    await writeFile(join(folder, 'index.txt'), '')
    const about = ['-subj', '/CN=An authority', '-days', '3650', '-nodes']
    await openssl('req', '-x509', '-newkey', 'rsa:2048', '-keyout', 'ca.key', '-out', 'ca.pem', ...about)
    await openssl('req', '-inform', 'DER', '-in', 'request.der', '-out', 'request.pem')
    const files = ['-config', 'ca.conf', '-in', 'request.pem', '-out', 'issued.pem']
    await openssl('ca', '-batch', '-notext', ...files, '-startdate', moment(from), '-enddate', moment(to))
    return readFile(join(folder, 'issued.pem'), 'utf8')
  })

/** As openssl wants it: `YYYYMMDDHHMMSSZ`. */
const moment = (date: Date) => date.toISOString().replaceAll(/[-:T]/g, '').replace(/\.\d+/, '')

const CONFIGURATION = `
[ca]
default_ca = own
[own]
database = index.txt
certificate = ca.pem
private_key = ca.key
default_md = sha256
rand_serial = yes
unique_subject = no
new_certs_dir = .
policy = any
[any]
countryName = optional
stateOrProvinceName = optional
localityName = optional
organizationName = optional
organizationalUnitName = optional
commonName = optional
`
