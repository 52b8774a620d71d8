/** The picture of an application; null where it has none of its own. */
export interface AppLogo {
  logoId: string | null
  /** The picture's media type. */
  logoType: string | null
}

/** The columns of {@link AppLogo} in a SELECT from `apps a`. */
export const APP_LOGO = `(SELECT id FROM logos WHERE app_id = a.id) AS logoId,
  (SELECT type FROM logos WHERE app_id = a.id) AS logoType`
