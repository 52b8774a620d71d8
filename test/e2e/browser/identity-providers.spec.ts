import { writeFile } from 'node:fs/promises'
import { selfSigned } from '../../helpers/certificates.ts'
import { choose, chooseFromList } from '../../helpers/acts/form.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { addCondition, addRule, openPolicy } from '../../helpers/acts/policies.ts'
import { expect, test } from '../../helpers/journey.ts'

test('a SAML provider is set up, a login is routed to it, and the tester says so', async ({
  journey: { page },
}, info) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const certificate = info.outputPath('harbour.pem')
  await writeFile(certificate, (await selfSigned('127.0.0.1')).certificate)
  await page.getByRole('button', { name: 'Start empty' }).click()

  await test.step('it is made with the certificate that it is trusted by; a wrong address is named at once', async () => {
    await goTo(page, 'Identity providers')
    await main.getByRole('button', { name: 'Create identity provider' }).first().click()
    await dialog.getByLabel('Name', { exact: false }).first().fill('Harbour')
    await dialog.getByLabel('Issuer').fill('https://sso.harbour.example.com')
    await dialog.getByLabel('Single sign-on address').fill('sso.harbour.example.com')
    await expect(dialog.getByText('Must begin with https:// or http://.')).toBeVisible()
    await dialog.getByLabel('Single sign-on address').fill('https://sso.harbour.example.com/saml')
    await dialog.getByLabel('Certificate to trust').setInputFiles(certificate)
    await expect(dialog.getByText(/valid until/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Create identity provider' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible()
    await expect(main.getByText('No one can sign in through it yet.')).toBeHidden()
    await main.getByRole('link', { name: 'Credentials' }).click()
    await expect(main.getByRole('list', { name: 'Trusted certificates' })).toContainText('Trusted')
    await expect(main.getByRole('list', { name: 'Signing keys' })).toContainText('Signs')
  })

  await test.step('a routing rule sends a login to it', async () => {
    await openPolicy(page, 'IDP_DISCOVERY', 'Idp Discovery Policy')
    await addRule(page, 'Harbour people', /@harbour\.example\.com.*Harbour/, async (drawer) => {
      const identifier = await addCondition(drawer, 'Identifier')
      await identifier.getByLabel('Pattern 1: text').fill('@harbour.example.com')
      await chooseFromList(drawer, 'Kind', 'SAML 2.0')
      await choose(drawer, 'Provider', 'Harbour')
    })
  })

  await test.step('the tester tells where the login goes, by which rule, and who else goes there', async () => {
    await main.getByRole('button', { name: 'Test routing' }).click()
    await main.getByLabel('Login').fill('ada@harbour.example.com')
    const answer = main.getByRole('region', { name: 'Where it goes' })
    await expect(answer.getByRole('link', { name: 'Harbour', exact: true })).toBeVisible()
    await expect(answer.getByRole('link', { name: 'Harbour people' }).first()).toBeVisible()
    await expect(answer.getByText('No one', { exact: true })).toBeVisible()
    await main.getByLabel('Login').fill('ada@elsewhere.example.com')
    await expect(answer.getByText('This organization', { exact: true })).toBeVisible()
  })
})
