import { expect, it } from 'vitest'
import { fileNameOf } from '#main/host/file-name.ts'

it.each([
  ['Ada opens “Build server” from 203.0.113.7', 'Ada opens “Build server” from 203.0.113.7'],
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\a|b?c*"d"', 'C a b c d'],
  ['a\u0000b\u202Egnp.exe', 'a b gnp.exe'],
  ['ends with dots. . ', 'ends with dots'],
  ['x'.repeat(300), 'x'.repeat(100)],
  ['😀'.repeat(300), '😀'.repeat(100)],
  ['???', 'Gatehouse'],
])('the title %j becomes the file name %j', (title, name) => expect(fileNameOf(title, 'Gatehouse')).toBe(name))
