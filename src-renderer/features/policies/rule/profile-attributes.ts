import { profileSchema } from '#contract/directory/user.ts'

/** "middleName" as people read it: "Middle name". */
export function attributeLabel(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The properties that every profile has, for choices that also take others. */
export const PROFILE_ATTRIBUTES: readonly { value: string; label: string }[] = Object.keys(profileSchema.shape).map(
  (name) => ({ value: name, label: name }),
)
