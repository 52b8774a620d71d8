import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaGoverned } from '#contract/interface/lenience.ts'
import { Components } from '#openapi/components.ts'

const at = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const size = z.strictObject({ width: z.int().default(1) }).meta({ id: 'CmpSize' })
const box = z.strictObject({ size }).meta({ id: 'CmpBox' })
const label = z.strictObject({ text: z.string() }).meta({ id: 'CmpLabel' })

describe('the components of the document', () => {
  it('a schema without an id stays where it is used', () => {
    const components = new Components()
    const { schemas, converted } = components.settle(components.convert(z.object({ a: z.string() }), 'input'))
    expect(schemas).toEqual({})
    expect(converted).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
  })

  it('a schema with an id is told once, and never by pointing at itself', () => {
    const components = new Components()
    const first = components.convert(label, 'output')
    components.convert(z.array(label), 'output')
    const { schemas, converted } = components.settle([first, components.convert(label, 'output')])
    expect(converted).toEqual([at('CmpLabel'), at('CmpLabel')])
    expect(schemas).toEqual({
      CmpLabel: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
    })
  })

  it('requests and replies that look alike share one component', () => {
    const components = new Components()
    const word = z.enum(['a', 'b']).meta({ id: 'CmpWord' })
    const pair = [components.convert(word, 'input'), components.convert(word, 'output')]
    expect(components.settle(pair).converted).toEqual([at('CmpWord'), at('CmpWord')])
  })

  it('a request may hold keys that are not known, a reply holds none, unless a schema of the organization governs it', () => {
    const components = new Components()
    const governed = z.strictObject({}).meta({ id: 'CmpGoverned' }).register(schemaGoverned, { governed: true })
    const schema = z.strictObject({ inner: z.strictObject({}), governed }).meta({ id: 'CmpClosed' })
    const { schemas } = components.settle([components.convert(schema, 'input'), components.convert(schema, 'output')])
    const inner = { type: 'object', properties: {} }
    expect(schemas).toMatchObject({
      CmpClosed: { additionalProperties: false },
      CmpGoverned: { ...inner, additionalProperties: false },
    })
    expect(schemas['CmpClosedInput']).toEqual({
      type: 'object',
      properties: { inner, governed: at('CmpGoverned') },
      required: ['inner', 'governed'],
    })
  })

  it('what a request may leave out and a reply always has makes two, whatever the order, and so does what holds it', () => {
    for (const order of [
      ['input', 'output'],
      ['output', 'input'],
    ] as const) {
      const components = new Components()
      const converted = Object.fromEntries(order.map((direction) => [direction, components.convert(box, direction)]))
      const settled = components.settle(converted)
      expect(settled.converted).toEqual({ input: at('CmpBoxInput'), output: at('CmpBox') })
      expect(settled.schemas).toMatchObject({
        CmpBox: { properties: { size: at('CmpSize') } },
        CmpBoxInput: { properties: { size: at('CmpSizeInput') } },
        CmpSize: { required: ['width'] },
      })
      expect(settled.schemas['CmpSizeInput']).not.toHaveProperty('required')
    }
  })

  it('a field that is named id is no id of a schema', () => {
    const components = new Components()
    const { converted } = components.settle(components.convert(z.object({ id: z.string() }), 'input'))
    expect(converted).toMatchObject({ properties: { id: { type: 'string' } } })
  })
})
