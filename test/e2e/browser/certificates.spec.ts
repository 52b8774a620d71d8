import { readFile } from 'node:fs/promises'
import { createApplication } from '../../helpers/acts/applications.ts'
import { issueFor, namesIn } from '../../helpers/certificates.ts'
import { expect, test } from '../../helpers/journey.ts'

test('a SAML application gets a certificate of an authority, and signs with it', async ({
  journey: { page, saved },
}, info) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const keys = main.getByRole('list', { name: 'Signing keys' }).getByRole('listitem')
  const requests = main.getByRole('list', { name: 'Certificate requests' }).getByRole('listitem')
  const file = info.outputPath('request.pem')

  await test.step('the application has one key, which signs', async () => {
    await page.getByRole('button', { name: 'Start empty' }).click()
    await createApplication(page, {
      kind: 'SAML 2.0',
      name: 'Wiki',
      fields: { 'Assertion consumer service': 'https://wiki.example.test/acs', Audience: 'https://wiki.example.test' },
    })
    await main.getByRole('link', { name: 'Credentials' }).click()
    await expect(keys).toHaveCount(1)
    await expect(keys).toContainText('Signs')
  })

  await test.step('a request is made; what will not do is said beside its field', async () => {
    await main.getByRole('button', { name: 'New request' }).click()
    await dialog.getByLabel('Common name').fill('sso.example.test')
    await dialog.getByLabel('Country').fill('Switzerland')
    await dialog.getByRole('button', { name: 'Make request' }).click()
    await expect(dialog.getByRole('alert')).toContainText('two letters of a country')
    await dialog.getByLabel('Country').fill('CH')
    await dialog.getByLabel('Names in the DNS').fill('sso.example.test\nwww.example.test')
    await dialog.getByRole('button', { name: 'Make request' }).click()
    await expect(requests).toHaveCount(1)
  })

  await test.step('it is saved, issued by the authority, and its certificate uploaded', async () => {
    await saved(() => requests.getByRole('button', { name: /^PEM/ }).click(), file)
    const csr = (await readFile(file, 'utf8')).replaceAll(/-----.*?-----|\s/g, '')
    expect(namesIn(csr)).toEqual(['sso.example.test', 'www.example.test'])
    const upload = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await requests.getByRole('button', { name: /^Certificate/ }).click()
      await (await chooser).setFiles({ name: 'issued.pem', mimeType: '', buffer })
    }
    await upload(Buffer.from('no certificate'))
    await expect(main.getByRole('alert')).toContainText('is not a certificate')
    await upload(Buffer.from((await issueFor(csr)).pem))
    await expect(keys).toHaveCount(2)
    await expect(requests).toHaveCount(0)
  })

  await test.step('it signs once it is chosen, and its certificate can be saved', async () => {
    const own = keys.filter({ hasText: 'Sign with this' })
    const certificate = info.outputPath('certificate.pem')
    await saved(() => own.getByRole('button', { name: /^Certificate/ }).click(), certificate)
    expect(await readFile(certificate, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/)
    await own.getByRole('button', { name: /^Sign with/ }).click()
    await expect(dialog).toContainText('Give the service its certificate first')
    await dialog.getByRole('button', { name: 'Sign with this key' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(keys.filter({ hasText: 'Signs' })).toContainText(/in about 1 year|in (about )?13 months|in 1 year/)
  })

  await test.step('its metadata, for the service, can be saved', async () => {
    const metadata = info.outputPath('metadata.xml')
    await saved(() => main.getByRole('button', { name: 'Download metadata' }).click(), metadata)
    expect(await readFile(metadata, 'utf8')).toContain('<md:IDPSSODescriptor')
  })

  await test.step('a key more is made for some years', async () => {
    await main.getByRole('button', { name: 'New key' }).click()
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await expect(keys).toHaveCount(3)
  })
})
