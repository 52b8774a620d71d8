/** Kinds of objects that have a name, an id and a page or a drawer of their own. */
export type EntityKind =
  | 'group'
  | 'user'
  | 'app'
  | 'zone'
  | 'userType'
  | 'policy'
  | 'authenticator'
  | 'idp'
  | 'behavior'
  | 'deviceAssurance'
  | 'authServer'
  | 'hook'
