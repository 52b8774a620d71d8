import { hasScheme, modeLabel } from '#contract/apps/sign-on-modes.ts'
import type { AppWithPolicies } from '#operations/snapshot/apps.sql.ts'
import { html, type Html } from '../../pages/html.ts'
import { titledPage } from '../../pages/titled-page.ts'
import { issuerOf, samlProvider } from './app-metadata.ts'

/** What a service is to be told, with the name that its own form has for it. */
type Fact = readonly [name: string, value: string]

/** What a service that trusts this one by SAML 2.0 has to know. */
function samlSetup(app: AppWithPolicies, base: string): Fact[] {
  const { entityID, signOn, logout, nameFormat } = samlProvider(app, base)
  return [
    ['Single sign-on address', signOn],
    ['Issuer (entity ID)', entityID],
    ['Format of names', nameFormat],
    ...(logout === null ? [] : [['Single logout address', logout] as const]),
  ]
}

const factsOf = (app: AppWithPolicies, base: string): Fact[] => {
  if (app.signOnMode === 'SAML_2_0') return samlSetup(app, base)
  return app.signOnMode === 'SAML_1_1' ? [['Issuer', issuerOf(app)]] : []
}

const shown = ([name, value]: Fact) =>
  html`<p><span class="soft">${name}</span><br /><span class="key">${value}</span></p>`

/** WHY without the certificate: without a token only addresses are shown. */
function instructions(app: AppWithPolicies, base: string): Html {
  const facts = factsOf(app, base)
  if (facts.length > 0)
    return html`<p>Enter these values where ${app.label} asks for its identity provider.</p>
      ${facts.map(shown)}
      <p>
        The certificate that verifies signatures, and the metadata document, are on the application&#8217;s page in
        Gatehouse.
      </p>
      <p class="note">
        Gatehouse keeps these settings, and answers no requests of ${modeLabel(app.signOnMode)} itself.
      </p>`
  if (hasScheme(app.signOnMode))
    return html`<p>Nothing has to be set in ${app.label}: people sign in there with a name and a password.</p>
      <p>Which name, and who knows the password, is set on the application&#8217;s page in Gatehouse.</p>`
  return html`<p>
    Nothing has to be set in ${app.label}. Its settings are on the application&#8217;s page in Gatehouse.
  </p>`
}

/** How a service is set up to sign people in from here: where the link `help` of an application leads (spec/5 §8.2). */
export const setupPage = (app: AppWithPolicies, organization: string, base: string): string =>
  titledPage(`${modeLabel(app.signOnMode)} · ${organization}`, `Set up ${app.label}`, instructions(app, base))
