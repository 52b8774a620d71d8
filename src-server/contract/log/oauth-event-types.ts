import { info, warn, type EmittedEvent } from './event-words.ts'

/** The events of OAuth clients, their credentials, consents and tokens: of the organization, then of its authorization servers (spec/4 §3.3). */
export const OAUTH_EVENTS = {
  'app.oauth2.client.lifecycle.create': info('Create OAuth client', 'An OAuth client was created.'),
  'app.oauth2.client.lifecycle.update': info('Update OAuth client', 'The settings of an OAuth client were changed.'),
  'app.oauth2.client.lifecycle.activate': info('Activate OAuth client', 'An OAuth client was made active.'),
  'app.oauth2.client.lifecycle.deactivate': info('Deactivate OAuth client', 'An OAuth client was made inactive.'),
  'app.oauth2.client.lifecycle.delete': info('Delete OAuth client', 'An OAuth client was deleted.'),
  'app.oauth2.credentials.lifecycle.create': info('Create client credential', 'A client secret or key was added.'),
  'app.oauth2.credentials.lifecycle.activate': info('Activate client credential', 'A client secret or key is in use.'),
  'app.oauth2.credentials.lifecycle.deactivate': info('Deactivate client credential', 'A secret or key was set aside.'),
  'app.oauth2.credentials.lifecycle.delete': info('Delete client credential', 'A client secret or key was deleted.'),
  'app.oauth2.authorize': info('Authorize OAuth request', 'An authorization request was answered.'),
  'app.oauth2.authorize.code': info('Issue authorization code', 'An authorization code was issued.'),
  'app.oauth2.token.grant': info('Grant tokens', 'A token request was answered.'),
  'app.oauth2.token.grant.access_token': info('Grant access token', 'An access token was granted.'),
  'app.oauth2.token.grant.id_token': info('Grant ID token', 'An ID token was granted.'),
  'app.oauth2.token.grant.refresh_token': info('Grant refresh token', 'A refresh token was granted.'),
  'app.oauth2.token.revoke': info('Revoke token', 'A token was revoked.'),
  'app.oauth2.token.revoke.implicit.as': info(
    'Revoke tokens of authorization server',
    'The tokens of an authorization server that a client held were revoked.',
  ),
  'app.oauth2.token.revoke.implicit.client': info(
    'Revoke tokens of client',
    'The tokens that users had given to a client were revoked.',
  ),
  'app.oauth2.token.revoke.implicit.user': info(
    'Revoke tokens of user',
    'The tokens that a user had given to clients were revoked.',
  ),
  'app.oauth2.token.detect_reuse': warn('Reused refresh token', 'A refresh token was used a second time.'),
  'app.oauth2.admin.consent.grant': info('Grant scope to client', 'A scope of the interface was granted to a client.'),
  'app.oauth2.admin.consent.revoke': info('Revoke scope of client', 'A scope that a client was granted was revoked.'),
  'app.oauth2.consent.grant': info('Grant consent', 'A user consented to the scopes of a client.'),
  'app.oauth2.key.rollover': info('Roll over signing key', 'The organization began to sign tokens with another key.'),
  'app.oauth2.invalid_client_credentials': warn('Refuse client', 'A client gave credentials that are not valid.'),
  'app.oauth2.trusted_server.add': info(
    'Trust authorization server',
    'An authorization server began to trust the tokens of another one.',
  ),
  'app.oauth2.trusted_server.delete': info(
    'End trust in authorization server',
    'An authorization server stopped trusting the tokens of another one.',
  ),
  'app.oauth2.as.consent.grant': info(
    'Grant consent of authorization server',
    'A user consented to the scopes of a client at an authorization server.',
  ),
  'app.oauth2.as.consent.revoke': info('Revoke consent', 'What a user had let a client do was revoked.'),
  'app.oauth2.as.consent.revoke.user.client': info(
    'Revoke consents to client',
    'All that a user had let a client do was revoked.',
  ),
  'app.oauth2.as.consent.revoke.user': info('Revoke consents', 'What a user had consented to was revoked.'),
  'app.oauth2.as.key.rollover': info(
    'Roll over signing key of authorization server',
    'An authorization server began to sign tokens with another key.',
  ),
  'app.oauth2.as.token.grant': info(
    'Grant tokens of authorization server',
    'A token request to an authorization server was answered.',
  ),
  'app.oauth2.as.token.grant.access_token': info(
    'Grant access token of authorization server',
    'An authorization server granted an access token.',
  ),
  'app.oauth2.as.authorize': info(
    'Authorize OAuth request of authorization server',
    'An authorization request to an authorization server was answered.',
  ),
  'app.oauth2.as.authorize.code': info(
    'Issue authorization code of authorization server',
    'An authorization server issued an authorization code.',
  ),
  'app.oauth2.as.token.grant.id_token': info(
    'Grant ID token of authorization server',
    'An authorization server granted an ID token.',
  ),
  'app.oauth2.as.token.grant.refresh_token': info(
    'Grant refresh token of authorization server',
    'An authorization server granted a refresh token.',
  ),
  'app.oauth2.as.token.detect_reuse': warn(
    'Reused refresh token of authorization server',
    'A refresh token of an authorization server was used a second time.',
  ),
  'app.oauth2.as.token.revoke': info(
    'Revoke token of authorization server',
    'A token of an authorization server was revoked.',
  ),
} satisfies Record<string, EmittedEvent>
