/**
 * Event types for what the public catalogue has no name for, under a prefix of our own so that they cannot be mistaken for
 * the interface's: settings of this workspace that weaken its protection, and acts on its log and its hooks. Hooks cannot subscribe to them.
 */
export const OWN_EVENTS = {
  'gatehouse.log.retention.update': {
    message: 'Change retention of audit log',
    description: 'How long events of the audit log are kept was changed.',
    severity: 'WARN',
  },
  'gatehouse.log.verification.complete': {
    message: 'Verify audit log',
    description: 'The whole audit log was verified.',
    severity: 'INFO',
  },
  'gatehouse.log.adopt': {
    message: 'Adopt audit log',
    description: 'A sealed audit log that is unknown here was opened, such as a copy or a moved file.',
    severity: 'WARN',
  },
  'gatehouse.log.concern.find': {
    message: 'Find concern about audit log',
    description:
      'The audit log does not continue from what was sealed, or the clock jumped ahead; a person has to accept it.',
    severity: 'ERROR',
  },
  'gatehouse.log.concern.accept': {
    message: 'Accept concern about audit log',
    description: 'A person accepted a concern about the audit log, with a reason; it is sealed again.',
    severity: 'WARN',
  },
  'gatehouse.log.words.rebuild': {
    message: 'Rebuild word index of audit log',
    description: 'The index of the words of events did not agree with the audit log, and is rebuilt from it.',
    severity: 'WARN',
  },
  'gatehouse.clock.jump': {
    message: 'Notice jump of clock',
    description:
      'The clock was set, or the machine slept, while the service ran: the times before and after do not follow each other.',
    severity: 'WARN',
  },
  'gatehouse.log.export.complete': {
    message: 'Finish export of audit log',
    description: 'An export of the audit log ended: its file is there, or the outcome says why not.',
    severity: 'INFO',
  },
  'gatehouse.log.export.cancel': {
    message: 'Cancel export of audit log',
    description: 'An export of the audit log was cancelled before it was done.',
    severity: 'INFO',
  },
  'gatehouse.group_schema.update': {
    message: 'Update group schema',
    description: 'The attributes that the profiles of groups have were changed.',
    severity: 'INFO',
  },
  'gatehouse.developer_settings.update': {
    message: 'Change developer settings',
    description: 'Whether event hooks may call addresses of this machine and its network was changed.',
    severity: 'WARN',
  },
  'gatehouse.backup_settings.update': {
    message: 'Change backup settings',
    description: 'Whether the workspace is backed up each day was changed.',
    severity: 'WARN',
  },
  'gatehouse.owner.update': {
    message: 'Change owner of workspace',
    description: 'Another person became the owner of the workspace, to whom its first token belongs.',
    severity: 'WARN',
  },
  'gatehouse.vocabulary.update': {
    message: 'Change vocabulary',
    description: 'The words that clients of the interface speak with this workspace were changed.',
    severity: 'WARN',
  },
  'gatehouse.faults.update': {
    message: 'Change faults on demand',
    description: 'Which requests of clients fail on purpose was changed, until the service stops.',
    severity: 'WARN',
  },
  'gatehouse.organization.update': {
    message: 'Update organization',
    description: 'The profile of the organization was changed.',
    severity: 'INFO',
  },
  'gatehouse.organization.contact.update': {
    message: 'Change contact of organization',
    description: 'Another person became the billing or the technical contact of the organization.',
    severity: 'INFO',
  },
  'gatehouse.organization.communication.update': {
    message: 'Change vendor emails',
    description: 'Vendor emails were switched on or off.',
    severity: 'INFO',
  },
  'gatehouse.organization.preferences.update': {
    message: 'Change preferences of organization',
    description: 'The footer of people’s pages was switched on or off.',
    severity: 'INFO',
  },
  'gatehouse.organization.third_party_admin.update': {
    message: 'Change third-party administration',
    description: 'Third-party administrators were switched on or off.',
    severity: 'WARN',
  },
  'gatehouse.organization.client_privileges.update': {
    message: 'Change role of new clients',
    description:
      'The setting whether new clients are meant to be super administrators was changed, which gives no client a role.',
    severity: 'WARN',
  },
  'gatehouse.organization.self_service.update': {
    message: 'Change self-service of applications',
    description: 'Self-service of applications was switched on or off.',
    severity: 'WARN',
  },
  'gatehouse.organization.logo.update': {
    message: 'Change logo of organization',
    description: 'Another picture became the logo of the organization.',
    severity: 'INFO',
  },
  'gatehouse.bounce_list.remove': {
    message: 'Remove addresses from bounce list',
    description: 'Addresses that mail came back from were removed from the bounce list.',
    severity: 'INFO',
  },
  'gatehouse.event_hook.redeliver': {
    message: 'Send delivery again',
    description: 'Events of a delivery were queued for their event hook once more.',
    severity: 'INFO',
  },
  'gatehouse.event_hook.test': {
    message: 'Send test event',
    description: 'An event hook was sent this event, to see whether its endpoint takes events.',
    severity: 'INFO',
  },
  'gatehouse.group.owner.add': {
    message: 'Add group owner',
    description: 'A person or a group was made an owner of a group.',
    severity: 'INFO',
  },
  'gatehouse.group.owner.remove': {
    message: 'Remove group owner',
    description: 'A group has lost an owner, who may have been deleted.',
    severity: 'INFO',
  },
  'gatehouse.identity_provider.user.link': {
    message: 'Link person with identity provider',
    description: 'A person was linked with an identity provider, or got another id there.',
    severity: 'INFO',
  },
  'gatehouse.identity_provider.user.unlink': {
    message: 'Unlink person from identity provider',
    description: 'A person is no longer linked with an identity provider.',
    severity: 'INFO',
  },
  'gatehouse.group_rule.create': {
    message: 'Create group rule',
    description: 'A rule that puts people into groups was created.',
    severity: 'INFO',
  },
  'gatehouse.group_rule.update': {
    message: 'Update group rule',
    description: 'The name or the conditions of a group rule were changed.',
    severity: 'INFO',
  },
  'gatehouse.group_rule.delete': {
    message: 'Delete group rule',
    description: 'A group rule was deleted; the event says whether its people leave the groups.',
    severity: 'INFO',
  },
  'gatehouse.group_rule.remove_exclusion': {
    message: 'End exception from group rule',
    description: 'A group rule no longer excepts a user, because their removal from a group was undone.',
    severity: 'INFO',
  },
  'gatehouse.saved_search.create': {
    message: 'Save search',
    description: 'A search of the audit log or of people was saved for everyone.',
    severity: 'INFO',
  },
  'gatehouse.saved_search.update': {
    message: 'Update saved search',
    description: 'The name or the query of a saved search was changed.',
    severity: 'INFO',
  },
  'gatehouse.saved_search.delete': {
    message: 'Delete saved search',
    description: 'A saved search was deleted.',
    severity: 'INFO',
  },
  'gatehouse.policy_test.create': {
    message: 'Create policy test',
    description: 'A sign-in was recorded with what the policies have to make of it.',
    severity: 'INFO',
  },
  'gatehouse.policy_test.update': {
    message: 'Update policy test',
    description: 'The name, the sign-in or the expectation of a policy test was changed.',
    severity: 'INFO',
  },
  'gatehouse.policy_test.delete': {
    message: 'Delete policy test',
    description: 'A policy test was deleted.',
    severity: 'INFO',
  },
  'gatehouse.invariant.create': {
    message: 'Create invariant',
    description: 'It was written down what has to hold of every sign-in.',
    severity: 'INFO',
  },
  'gatehouse.invariant.update': {
    message: 'Update invariant',
    description: 'The name, the scope or the claim of an invariant was changed.',
    severity: 'INFO',
  },
  'gatehouse.invariant.delete': {
    message: 'Delete invariant',
    description: 'An invariant was deleted.',
    severity: 'INFO',
  },
  'gatehouse.client.privilege.grant': {
    message: 'Grant administrator role to client',
    description:
      'An application that calls the interface by itself was given an administrator role, or a limit of one was added.',
    severity: 'INFO',
  },
  'gatehouse.client.privilege.revoke': {
    message: 'Revoke administrator role of client',
    description:
      'An administrator role was taken from an application that calls the interface by itself, or a limit of one was removed.',
    severity: 'INFO',
  },
  'gatehouse.access.refuse': {
    message: 'Refuse request for lack of rights',
    description: 'Requests asked for what the administrator roles of the caller do not permit.',
    severity: 'WARN',
  },
  'gatehouse.rate_limits.update': {
    message: 'Switch rate limits',
    description: 'The rate limits of the interface were switched on or off.',
    severity: 'INFO',
  },
  'gatehouse.connection.create': {
    message: 'Create connection',
    description: 'A connection to an instance elsewhere was created.',
    severity: 'INFO',
  },
  'gatehouse.connection.update': {
    message: 'Update connection',
    description:
      'The address, the secret, the limits or the rights of a connection to an instance elsewhere were changed.',
    severity: 'WARN',
  },
  'gatehouse.connection.delete': {
    message: 'Delete connection',
    description: 'A connection to an instance elsewhere was deleted with its secret.',
    severity: 'INFO',
  },
  'gatehouse.connection.test': {
    message: 'Test connection',
    description: 'An instance elsewhere was asked what its connection may read there.',
    severity: 'INFO',
  },
  'gatehouse.connection.compare': {
    message: 'Compare with connection',
    description: 'The workspace was compared with an instance elsewhere, all of which was read.',
    severity: 'INFO',
  },
  'gatehouse.connection.pair': {
    message: 'Pair objects of connection',
    description: 'An object of the workspace and one of an instance elsewhere were said to be the same.',
    severity: 'INFO',
  },
  'gatehouse.connection.unpair': {
    message: 'Unpair objects of connection',
    description: 'It was taken back that an object of the workspace and one of an instance elsewhere are the same.',
    severity: 'INFO',
  },
  'gatehouse.connection.pull': {
    message: 'Pull from connection',
    description: 'What an instance elsewhere has was brought into the workspace: asked for, and written page by page.',
    severity: 'WARN',
  },
  'gatehouse.connection.plan': {
    message: 'Plan changes of connection',
    description: 'It was planned what has to be changed at an instance elsewhere so that it is as the workspace.',
    severity: 'INFO',
  },
  'gatehouse.connection.apply': {
    message: 'Apply plan to connection',
    description: 'A plan was applied to an instance elsewhere: asked for, gone on with, and ended.',
    severity: 'WARN',
  },
  'gatehouse.draft.create': {
    message: 'Create draft',
    description: 'A copy of the workspace was made, in which changes are prepared.',
    severity: 'INFO',
  },
  'gatehouse.draft.update': {
    message: 'Rename draft',
    description: 'A draft of the workspace was given another name.',
    severity: 'INFO',
  },
  'gatehouse.draft.plan': {
    message: 'Plan publication of draft',
    description: 'It was worked out what publishing a draft would change in the workspace.',
    severity: 'INFO',
  },
  'gatehouse.draft.rebase': {
    message: 'Bring draft up to date',
    description: 'What the workspace has changed since a draft was made was brought into the draft.',
    severity: 'INFO',
  },
  'gatehouse.draft.publish': {
    message: 'Publish draft',
    description: 'What a draft has changed was brought into the workspace, in one transaction.',
    severity: 'WARN',
  },
  'gatehouse.draft.take_back': {
    message: 'Take back publication of draft',
    description: 'A draft was made that takes back what the publication of another one has changed.',
    severity: 'INFO',
  },
  'gatehouse.draft.delete': {
    message: 'Discard draft',
    description: 'A draft of the workspace was discarded with all that was changed in it.',
    severity: 'INFO',
  },
  'gatehouse.sign_in.update': {
    message: 'Switch sign-in',
    description: 'That people can sign in to clients of this workspace was switched on or off.',
    severity: 'WARN',
  },
  'gatehouse.api_token.refuse': {
    message: 'Refuse API token',
    description: 'Requests came with a token that is unknown or has ended, or that does not work from where they came.',
    severity: 'WARN',
  },
} as const
