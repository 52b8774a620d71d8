import { userCreateSchema, userSchema } from '../directory/user.ts'
import { collection } from '../interface/collection.ts'

/** What all operations on people share. */
export const users = collection('user', {
  tag: 'Users',
  noun: 'a person',
  read: userSchema,
  write: userCreateSchema,
  created: 200,
})
