import type { Sequelize } from 'sequelize'
import { initApiToken } from './api-token.ts'
import { initApp } from './app.ts'
import { initAuthorizationServer } from './authorization-server.ts'
import { initEventHook } from './event-hook.ts'
import { initGroup } from './group.ts'
import { initPolicy } from './policy.ts'
import { initPolicyRule } from './policy-rule.ts'
import { initSupportingObject } from './supporting-object.ts'
import { initUser } from './user.ts'
import { initZone } from './zone.ts'

/**
 * The model classes of one workspace. WHY classes per workspace: a static class could be bound to one file only,
 * and a process may close one workspace while another opens.
 */
export function initModels(sequelize: Sequelize) {
  return {
    Policy: initPolicy(sequelize),
    PolicyRule: initPolicyRule(sequelize),
    ...initGroup(sequelize),
    ...initUser(sequelize),
    Zone: initZone(sequelize),
    ...initApp(sequelize),
    ApiToken: initApiToken(sequelize),
    AuthorizationServer: initAuthorizationServer(sequelize),
    SupportingObject: initSupportingObject(sequelize),
    EventHook: initEventHook(sequelize),
  }
}
export type Models = ReturnType<typeof initModels>
