/**
 * All event types that exist: `prefix: rest rest…`, each rest with its prefix being one name; `*` marks what hooks may
 * subscribe to. Names are facts of the interface, also where Gatehouse has no such feature.
 */
export const EVENT_TYPE_NAMES = `
access: request.create* request.resolve*
account: product.add product.sku.update product.status.update
analytics: reports.export.download reports.export.generate reports.export.request
app: user_management
app.access_request: approver.approve* approver.deny* delete* deny* expire* grant* request*
app.ad: api.user_import.account_locked api.user_import.warn.skipped_contact.attribute_invalid_value
  api.user_import.warn.skipped_user.attribute_invalid_value
  api.user_import.warn.skipped_user.missing_required_attribute
app.app_instance: csr.generate csr.publish csr.revoke provision_sync_job.completed provision_sync_job.failed
  provision_sync_job.started
app.audit_report: download.local.active download.local.deprov download.rogue.report
app.generic: unauth_app_access_attempt
app.inbound_del_auth: login_success
app.kerberos_rich_client: account_not_found instance_not_found multiple_accounts_found user_authentication_successful
app.keys: clone delete generate rotate
app.ldap: import.tracking_attribute_missing password.change.failed read_schema
app.oauth2: admin.consent.grant admin.consent.revoke api_resource.create api_resource.delete api_resource.update
  authorize authorize.code authorize.implicit.access_token authorize.implicit.id_token client_id_rate_limit_warning
  consent.grant interact.interaction_code interact.interaction_handle invalid_client_credentials invalid_client_ids
  key.rollover signon trusted_server.add* trusted_server.delete*
app.oauth2.as: authorize evaluate.claim interact.interaction_code interact.interaction_handle key.rollover
app.oauth2.as.authorize: code implicit.access_token implicit.id_token scope_denied
app.oauth2.as.consent: grant* revoke* revoke.implicit.as* revoke.implicit.client* revoke.implicit.scope*
  revoke.implicit.user* revoke.user* revoke.user.client*
app.oauth2.as.token: detect_reuse grant grant.access_token grant.device_secret grant.id_token grant.refresh_token
  revoke
app.oauth2.client: lifecycle.activate lifecycle.create lifecycle.deactivate lifecycle.delete lifecycle.update
app.oauth2.credentials: lifecycle.activate lifecycle.create lifecycle.deactivate lifecycle.delete
app.oauth2.token: detect_reuse grant grant.access_token grant.id_token grant.refresh_token revoke revoke.implicit.as
  revoke.implicit.client revoke.implicit.user
app.office365: clientplatform.conversion.job.processing.app.instance clientplatform.conversion.job.skipping.migration
  error.importing.user user.delete.success user.lifecycle.action.failed user.remove.licenses.success
app.office365.api: change.domain.federation.success remove.domain.federation.success set.domain.federation.success
app.office365.api.error: ad.user check.user.exists create.user deactivate.user download.custom.objects download.groups
  download.users endpoint.unavailable get.company.dirsync.failure get.company.dirsync.status.failure
  get.company.dirsync.status.pending get.object.ids.by.group.id group.create.failure group.create.failure.name.in.use
  group.delete.failure group.membership.update.assignment.failure group.membership.update.failure
  group.membership.update.group.not.found.failure group.membership.update.removal.failure group.update.failure
  group.update.failure.not.found import.profile no.endpoints.found push.password push.profile reactivate.user
  remove.domain.federation.failure remove.domain.federation.failure.access.denied
  remove.domain.federation.failure.domain.not.found revoke.refresh.token set.company.dirsync.failure
  set.company.dirsync.status.failure set.domain.federation.failure set.domain.federation.failure.access.denied
  set.domain.federation.failure.domain.default set.domain.federation.failure.domain.not.found sync.contact
  sync.finalize sync.group sync.not.activated sync.set.attribute sync.user unable.to.create.graph.client
  validate.admin.creds validate.creds validate.creds.unknown.exception x-ms-forwarded-client-ip-header.absent
app.office365.api.sync: complete heartbeat.sent job.complete job.complete.contact job.complete.group job.complete.user
app.office365.dirsync: skipping.conflict-object skipping.critical-system-object
  skipping.non-security-group-invalid-mail skipping.reserved-attribute-value skipping.systemmailbox
  skipping.without-name-and-displayname
app.office365.graph: api.error.no.mailbox.found api.error.rate-limit.exceeded
  api.error.service.principal.creation.failed api.error.service.principal.msgraph.authentication.failure
app.office365.service: principal.cleanup.job.complete principal.cleanup.job.invalid.credentials
  principal.cleanup.job.processing principal.cleanup.job.skipping.missing.creds
  principal.cleanup.job.skipping.no.service.principal principal.cleanup.job.unable.to.delete.service.principal
app.policy: sign_on.update
app.radius: agent.listener.failed agent.listener.succeeded agent.port_inaccessible agent.port_reaccessible
  info_access.no_permission info_access.partial_permission
app.realtimesync: import.details.add_user import.details.delete_user import.details.update_user import_failed
app.rum: config.validation.error is.api.account.error package.thrown.error validation.error
app.saml: sensitive.attribute.update
app.user_management: grouppush.mapping.created.from.rule grouppush.mapping.created.from.rule.error.duplicate
  grouppush.mapping.created.from.rule.error.validation grouppush.mapping.created.from.rule.errors
  grouppush.mapping.svc.users.ignored import.csv.line.error push_new_user_success update_from_master_failed
  user_group_import.create_failure user_group_import.delete_success user_group_import.update_failure
  user_group_import.upsert_fail user_group_import.upsert_success
application.appuser: mapping.invalid.expression
application.cache: invalidate
application.configuration: detect_error disable_delauth_outbound disable_fed_broker_mode enable_delauth_outbound
  enable_fed_broker_mode import_schema reset_logo update update_api_credentials_for_pass_change update_logo
  update_rate_limits
application.integration: api_query authentication_failure general_failure rate_limit_exceeded transfer_files
application.lifecycle: activate* create* deactivate* delete* update*
application.policy: sign_on.deny_access sign_on.rule.create sign_on.rule.delete sign_on.update
application.provision: field_mapping_rule.change integration.call_api
application.provision.group: add import remove update verify_exists
application.provision.group_membership: add import remove update
application.provision.group_push: activate_mapping delete_appgroup mapping.and.groups.deleted.rule.deleted
  mapping.app.group.renamed mapping.app.group.renamed.failed mapping.created
  mapping.created.from.rule.warning.duplicate.name mapping.created.from.rule.warning.duplicate.name.tobecreated
  mapping.created.from.rule.warning.upsertGroup.duplicate.name mapping.deactivated.source.group.renamed
  mapping.deactivated.source.group.renamed.failed mapping.update.or.delete.failed
  mapping.update.or.delete.failed.with.error* push_memberships pushed removed updated
application.provision.user: activate deactivate deprovision import import_profile password push push_password
  push_profile push_svc_password reactivate sync* verify_exists
application.registration_policy: lifecycle.create lifecycle.update
application.user_membership: add* approve change_password* change_username deprovision provision remove* restore
  restore_password revoke show_password update
certification: campaign.close* campaign.create campaign.delete campaign.item.decide* campaign.item.remediate*
  campaign.launch* campaign.update remediation.open
core: concurrency.org.limit.violation el.evaluate user_auth.idp.x509.crl_download_failure
credential: register revoke
device.custom_push: send_notification
device.enrollment: create*
device.lifecycle: activate* deactivate* delete* suspend* unsuspend*
device.platform: add delete update
device.push: provider.create provider.delete provider.update
device.user: add* remove*
directory: app_user_profile.bootstrap app_user_profile.update linked_object.create linked_object.delete mapping.update
  non_default_user_profile.create user_profile.bootstrap user_profile.update
event_hook: activated created deactivated deleted delivery updated verified
group.application_assignment: add remove skip_assignment_reconcile update
group.lifecycle: create* delete*
group.privilege: grant* revoke*
group.profile: update*
group.user_membership: add* remove* rule.add_exclusion rule.deactivated rule.error rule.evaluation rule.invalidate
  rule.trigger
iam.resourceset: bindings.add* bindings.delete* create* delete* resources.add* resources.delete*
iam.role: create* delete* permission.conditions.add* permission.conditions.delete* permissions.add*
  permissions.delete*
inline_hook: activated created deactivated deleted executed response.processed updated
integration: api_service.lifecycle.authorize api_service.lifecycle.revoke
master_application: user_membership.add
mim: streamDevicesAppListCSVDownload streamDevicesCSVDownload
mim.command: generic.acknowledged generic.cancelled generic.delegated generic.error generic.new generic.notnow
  ios.acknowledged ios.cancelled ios.error ios.formaterror ios.new
mim.createEnrollment: ANDROID IOS OSX UNKNOWN WINDOWS
network_zone: rule.disabled
oauth2.as: activated created deactivated deleted updated
oauth2.claim: created deleted updated
oauth2.scope: created deleted updated
omm.app: VPN.settings.changed WIFI.settings.changed eas.cert_based.settings.changed eas.disabled eas.settings.changed
omm.cma: created deleted updated
omm.enrollment: changed
org: not_configured_origin.redirection.usage
pam: offline_disabled_event offline_enabled_event
pam.ad_connection: create delete update
pam.ad_task_settings: create delete update update_schedule
pam.apikey: delete rotate
pam.auth_token: issue
pam.billing_contact: create
pam.client: assign enroll remove state.update
pam.client_enrollment_policies: create delete update
pam.client_enrollment_policy_token: delete rotate
pam.cloud_account: create delete update
pam.entitlement_sudo: add_to_project create remove remove_from_project update
pam.gateway: create delete setup_token.create setup_token.delete setup_token.update update
pam.gateway_creds: issue
pam.group: bulk_membership_change create delete
pam.incoming_federation: approve request
pam.member: add remove
pam.offline_group: secrets.rotate
pam.outgoing_federation: approve
pam.password: change reset
pam.permission: change
pam.preauthorization: create update
pam.project: add_group create delete remove_group
pam.project_group_selector: update
pam.server: enroll reassign remove ssh_login
pam.server_labels: update
pam.service: create remove
pam.team: create
pam.team_group_attribute: create delete update
pam.team_invitation: create
pam.team_project_group_attribute: create delete update
pam.team_project_user_attribute: create delete update
pam.team_settings: update
pam.team_user_attribute: create delete update
pam.unbound_client: enroll
pam.unmanaged_server: create
pam.user: create remove update
pam.user_creds: issue
pki.ca: add delete
pki.cert: bind issue lifecycle.activate lifecycle.delete lifecycle.hold lifecycle.revoke lifecycle.suspend renew
  revoke
plugin: downloaded script_status
policy: evaluate_sign_on
policy.continuous_access_evaluate: deny
policy.execute: user.start
policy.lifecycle: activate* create deactivate* delete overwrite update*
policy.mapping: create
policy.rule: action.execute activate* add* deactivate* delete* invalidate update*
policy.scheduled: execute
scheduled_action: user_suspension.canceled user_suspension.completed user_suspension.scheduled user_suspension.updated
security.attack: end start
security.authenticator: lifecycle.activate* lifecycle.create* lifecycle.deactivate* lifecycle.update*
security.behavior: settings.create settings.delete settings.update
security.device: add_request_blacklist_policy remove_request_blacklist_policy temporarily_disable_blacklisting
security.origin: auto_whitelisted
security.partner: report.risk
security.request: blocked
security.risk: signal.consume
security.session: detect_client_roaming
security.threat: configuration.update detected
security.voice: add_country_blacklist remove_country_blacklist
security.zone: make_blacklist remove_blacklist
self_service: disabled enabled
support: org.update org.view
system.agent: auto_update
system.agent.ad: connect create deactivate delete import_ou import_user invoke_dir reactivate read_config read_dirsync
  read_ldap read_schema read_topology realtimesync reset_user_password start unlock_user_account update update_user
  upgrade upload_iwa_log upload_log write_ldap
system.agent.connector: connect deactivate delete reactivate
system.agent.ldap: change_user_password create_user_JIT disconnect realtimesync reconnect reset_user_password
  unlock_user_account update_user update_user_password
system.agent_pools: auto_update
system.api_token: create* enable revoke* update
system.beta: feature.enable
system.billing: sms_usage_sent
system.brand: create delete update
system.captcha: create delete update
system.client: concurrency_rate_limit.notification concurrency_rate_limit.violation rate_limit.notification
  rate_limit.violation
system.csv: import_user
system.custom_error: delete update
system.custom_signin: delete update
system.custom_signout: update
system.custom_url_domain: cert_renew cert_upload delete initiate update verify
system.directory: debugger.extend debugger.grant debugger.query_executed debugger.revoke
system.email: account_unlock.sent_message challenge_factor_redeemed delivery mfa_enroll_notification.sent_message
  mfa_reset_notification.sent_message new_device_notification.sent_message password_reset.sent_message
  send_factor_verify_message template.create template.delete template.settings_changed template.update
system.email_domain: create delete update verify
system.feature: disable ea_auto_enroll enable
system.hook: key.created key.deleted key.updated
system.idp: lifecycle.activate lifecycle.create lifecycle.deactivate lifecycle.delete lifecycle.update
system.import: clear.unconfirmed.users.summary complete* complete_batch download.complete download.start
  full_import_required group_membership.complete implicit_deletion.complete implicit_deletion.start import_profile
  import_provisioning_info incremental_converted_to_full membership_processing.complete membership_processing.start
  object_creation.complete object_creation.start roadblock* roadblock.reschedule_and_resume roadblock.resume
  roadblock.updated start* user_csv.complete user_csv.start user_matching.complete user_matching.start
system.import.custom_object: complete create delete update
system.import.group: complete create* delete* start update
system.import.session: cancelled created expired triggered
system.import.user: complete create delete match start suspend unsuspend unsuspend_after_confirm update
  update_user_lifecycle_from_master
system.iwa: create go_offline go_online promote_primary remove update use_default
system.iwa_agentless: auth auth_after_redirect redirect update user.not_found
system.iwa_agentless_kerberos: update
system.ldapi: admin_limit_exceeded bind search unbind
system.log_stream: lifecycle.activate* lifecycle.create* lifecycle.deactivate* lifecycle.delete* lifecycle.update*
system.mfa: factor.activate factor.deactivate
system.operation: concurrency_limit.violation rate_limit.violation rate_limit.warning
system.org: captcha.activate captcha.deactivate lifecycle.create rate_limit.burst rate_limit.expiration.warning
  rate_limit.violation* rate_limit.warning* task.remove
system.push: send_factor_verify_push
system.sms: receive_status send_account_unlock_message send_factor_verify_message send_password_reset_message
  send_phone_verification_message* send_svc_push_verify_message
system.theme: update
system.voice: receive_status send_account_unlock_call send_call send_mfa_challenge_call send_password_reset_call
  send_phone_verification_call*
task: lifecycle.activate lifecycle.create lifecycle.deactivate lifecycle.delete lifecycle.update
user.account: access_support_user_app lock* lock.limit privilege.grant* privilege.revoke*
  report_suspicious_activity_by_enduser* reset_password* unlock* unlock_by_admin unlock_failure unlock_token
  update_password* update_primary_email update_profile* update_secondary_email update_user_type use_token
user.authentication: auth auth_unconfigured_identifier auth_via_AD_agent auth_via_IDP auth_via_LDAP_agent
  auth_via_inbound_SAML auth_via_inbound_delauth auth_via_iwa auth_via_mfa* auth_via_radius auth_via_richclient
  auth_via_social authenticate* slo sso verify
user.credential: enroll*
user.identity_snapshot: attestation.create
user.import: password*
user.lifecycle: activate* create* deactivate* delete.completed delete.initiated* jit.error.read_only
  password_mass_expiry reactivate* suspend* unsuspend*
user.mfa: attempt_bypass factor.activate* factor.deactivate* factor.reset_all* factor.suspend* factor.unsuspend*
  factor.update svc_verify svc_verify.deny_push svc_verify.deny_push_upgrade_needed
user.risk: change
user.session: access_admin_app clear context.changed* end* expire impersonation.end impersonation.extend
  impersonation.grant impersonation.initiate impersonation.revoke start*
workflows.user: connection.create connection.delete connection.reauthorize connection.revoke delegatedflow.run
  flow.activate flow.create flow.deactivate flow.delete flow.export flow.import flow.save flow.view folder.delete
  table.create table.delete table.export table.import table.update table.view
zone: activate create deactivate delete make_blacklist remove_blacklist update
`
