import { profileSchema } from '#contract/directory/user.ts'

/** The properties that every profile has, for choices that also take others. */
export const PROFILE_ATTRIBUTES: readonly { value: string; label: string }[] = Object.keys(profileSchema.shape).map(
  (name) => ({ value: name, label: name }),
)
