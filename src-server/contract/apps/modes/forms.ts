import { z } from 'zod'
import { addressSchema, optional, optionalAddress, required } from './fields.ts'

/**
 * The settings of modes that open a page, or fill in a form for the person (spec/4 §2.3, spec/5 §8.3). What has no default has to be
 * given; the rest is answered as null where it is not.
 */
export const bookmarkApp = z.strictObject({ url: addressSchema, requestIntegration: z.boolean().default(false) })

export const basicAuthApp = z.strictObject({
  url: addressSchema,
  authURL: addressSchema,
  loginUrlRegex: optional,
})

export const swaApp = z.strictObject({
  buttonField: required,
  passwordField: required,
  usernameField: required,
  url: addressSchema,
  loginUrlRegex: optional,
  redirectUrl: optionalAddress,
  checkbox: optional,
})

export const threeFieldApp = z.strictObject({
  buttonSelector: required,
  extraFieldSelector: required,
  extraFieldValue: required,
  passwordSelector: required,
  targetURL: addressSchema,
  userNameSelector: required,
  loginUrlRegex: optional,
  redirectUrl: optionalAddress,
})

export const passwordStoreApp = z.strictObject({
  url: addressSchema,
  usernameField: required,
  passwordField: required,
  optionalField1: optional,
  optionalField1Value: optional,
  optionalField2: optional,
  optionalField2Value: optional,
  optionalField3: optional,
  optionalField3Value: optional,
})

export const autoLoginSignOn = z.strictObject({ loginUrl: addressSchema, redirectUrl: optionalAddress })
