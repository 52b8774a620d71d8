import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Verifies the signature in a document by real xmlsec1 with one certificate.
 * @param certificate DER as base64
 * @throws Error that says what xmlsec1 said, where it does not verify
 */
export async function verifyByXmlsec(xml: string, certificate: string, root = 'EntityDescriptor'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-xmlsec-'))
  try {
    const [document, key] = [join(folder, 'document.xml'), join(folder, 'key.der')]
    await writeFile(document, xml)
    await writeFile(key, Buffer.from(certificate, 'base64'))
    const id = ['--id-attr:ID', `urn:oasis:names:tc:SAML:2.0:metadata:${root}`]
    await run('xmlsec1', ['--verify', '--pubkey-cert-der', key, '--enabled-key-data', 'rsa', ...id, document])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
