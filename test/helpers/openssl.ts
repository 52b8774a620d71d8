import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A certificate in the three encodings in which authorities hand it out. */
export interface Issued {
  pem: string
  /** DER as base64. */
  cer: string
  der: Uint8Array
}

/** An authority of real openssl; to be removed with {@link remove}. */
export class Authority {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async make(): Promise<Authority> {
    const authority = new Authority(await mkdtemp(join(tmpdir(), 'gatehouse-authority-')))
    const about = ['-subj', '/CN=An authority', '-days', '3650', '-nodes']
    await authority.openssl('req', '-x509', '-newkey', 'rsa:2048', '-keyout', 'ca.key', '-out', 'ca.pem', ...about)
    return authority
  }

  remove = () => rm(this.#folder, { recursive: true, force: true })

  /** @returns what it said */
  async openssl(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run('openssl', args, { cwd: this.#folder })
    return stdout + stderr
  }

  /** What openssl says of a request, once it has verified that who asks holds the key. @param csr DER as base64 */
  async verify(csr: string): Promise<string> {
    await writeFile(join(this.#folder, 'request.der'), Buffer.from(csr, 'base64'))
    return this.openssl('req', '-inform', 'DER', '-in', 'request.der', '-verify', '-noout', '-subject', '-text')
  }

  /** Issues the certificate that a request asks for. @param csr DER as base64 @param from, to moments of validity */
  async issue(csr: string, from: Date, to: Date): Promise<Issued> {
    await this.verify(csr)
    await this.openssl('req', '-inform', 'DER', '-in', 'request.der', '-out', 'request.pem')
    await writeFile(join(this.#folder, 'ca.conf'), CONFIGURATION)
    await writeFile(join(this.#folder, 'index.txt'), '')
    const period = ['-startdate', moment(from), '-enddate', moment(to)]
    const files = ['-config', 'ca.conf', '-in', 'request.pem', '-out', 'issued.pem']
    await this.openssl('ca', '-batch', '-notext', ...files, ...period)
    await this.openssl('x509', '-in', 'issued.pem', '-outform', 'DER', '-out', 'issued.der')
    const der = await readFile(join(this.#folder, 'issued.der'))
    return { pem: await readFile(join(this.#folder, 'issued.pem'), 'utf8'), cer: der.toString('base64'), der }
  }
}

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
