import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { declarationOf, generate, reading, writing } from './tiny-document.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** The modules that the tests generate. They are compiled together, because the compiler takes a second to start. */
const modules: Record<string, string> = {}
const compiled = (text: string) => {
  modules[`api${Object.keys(modules).length}.ts`] = text
  return text
}

describe('x-variants', () => {
  const Delivery = {
    type: 'object',
    description: 'How a parcel arrives.',
    required: ['by', 'parcel'],
    properties: {
      by: { type: 'string', description: 'Who brings it.' },
      parcel: { type: 'string' },
      place: ref('Place'),
      comment: { type: 'string' },
    },
    'x-variants': {
      property: 'by',
      values: { BIKE_COURIER: { place: ['street'] }, drone: { place: true }, PICKUP: {} },
    },
  }
  const Place = {
    description: 'A place.',
    properties: { street: { type: 'string' }, roof: { type: 'string' } },
  }
  const generated = (delivery: object) =>
    generate(writing({ properties: { delivery: ref('Delivery') } }, { Delivery: delivery, Place }))

  it('writes one interface for each value', () => {
    const text = compiled(generated(Delivery))
    expect(declarationOf(text, 'Delivery')).toBe(
      'export type Delivery = BikeCourierDelivery | DroneDelivery | PickupDelivery',
    )
    expect(declarationOf(text, 'BikeCourierDelivery')).toBe(`export interface BikeCourierDelivery {
  /** Who brings it. */
  by: 'BIKE_COURIER'
  parcel: string
  place: { street: string }
  comment?: string | undefined
}`)
  })

  it('requires a listed member in full without a list', () => {
    expect(declarationOf(generated(Delivery), 'DroneDelivery')).toContain('\n  place: Place\n')
  })

  it('forbids the members of other variants', () => {
    expect(declarationOf(generated(Delivery), 'PickupDelivery')).toContain('\n  place?: undefined\n')
  })

  it.each([
    [{ property: 'via', values: { a: {} } }, '`via`'],
    [{ property: 'by', values: { a: { weight: [] } } }, '`weight`'],
    [{ property: 'by', values: { a: { place: ['city'] } } }, '`place.city`'],
  ])('rejects variants with an unknown member: %j', (variants, name) => {
    expect(() => generated({ ...Delivery, 'x-variants': variants })).toThrow(
      `components.schemas.Delivery: x-variants names ${name}, which is not a property`,
    )
  })

  it('rejects a variant whose name is taken', () => {
    const schemas = { Delivery, Place, DroneDelivery: {} }
    expect(() => generate(reading(ref('Delivery'), schemas))).toThrow(
      'components.schemas.Delivery: x-variants needs the name DroneDelivery, which another schema has',
    )
  })

  it('rejects variants of a schema without a name', () => {
    expect(() => generate(reading(Delivery, { Place }))).toThrow('move the schema to components')
  })
})

describe('discriminator', () => {
  const kind = { type: 'string', description: 'What it is.' }
  const Cat = { required: ['kind'], properties: { kind, lives: { type: 'integer' } } }
  const Dog = { required: ['kind'], properties: { kind: { const: 'hound' }, tricks: { type: 'integer' } } }
  const oneOf = [ref('Cat'), ref('Dog')]

  it('gives each variant the values of its mapping', () => {
    const mapping = { cat: '#/components/schemas/Cat', kitten: 'Cat', dog: 'Dog' }
    const Pet = { oneOf, discriminator: { propertyName: 'kind', mapping } }
    const text = compiled(generate(reading(ref('Pet'), { Pet, Cat, Dog })))
    expect(declarationOf(text, 'Pet')).toBe('export type Pet = Cat | Dog')
    expect(declarationOf(text, 'Cat')).toContain("  /** What it is. */\n  kind: 'cat' | 'kitten'\n")
  })

  it('leaves the literal of a variant as it is', () => {
    const Pet = { oneOf, discriminator: { propertyName: 'kind', mapping: { dog: 'Dog' } } }
    expect(declarationOf(generate(reading(ref('Pet'), { Pet, Cat, Dog })), 'Dog')).toContain("kind: 'hound'")
  })

  it('narrows an enum of all variants to the values of one', () => {
    const Kind = { enum: ['cat', 'dog'] }
    const Cat2 = { properties: { kind: ref('Kind'), lives: {} } }
    const Pet = {
      oneOf: [ref('Cat2'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat2', tom: 'Cat2' } },
    }
    expect(declarationOf(generate(reading(ref('Pet'), { Pet, Cat2, Dog, Kind })), 'Cat2')).toContain(
      "  kind: 'cat'\n",
    )
  })

  it('uses the name of a schema without a mapping', () => {
    const Pet = { oneOf, discriminator: { propertyName: 'kind' } }
    expect(declarationOf(generate(reading(ref('Pet'), { Pet, Cat, Dog })), 'Cat')).toContain("kind: 'Cat'")
  })

  const Animal = { required: ['kind'], properties: { kind }, discriminator: { propertyName: 'kind' } }
  const Fish = { allOf: [ref('Animal'), { properties: { fins: { type: 'integer' } } }] }
  const Bird = { allOf: [ref('Animal'), { properties: { wings: { type: 'integer' } } }] }

  it('reads a base as any of the schemas that extend it', () => {
    const text = compiled(generate(reading(ref('Animal'), { Animal, Fish, Bird })))
    expect(declarationOf(text, 'Animal')).toBe('export type Animal = Fish | Bird')
    expect(declarationOf(text, 'AnimalBase')).toContain('  kind: string\n')
    expect(declarationOf(text, 'Fish')).toBe(`export interface Fish extends AnimalBase {
  fins?: number
  /** What it is. */
  kind: 'Fish'
}`)
  })

  it('reads a base as those too that extend it at a distance', () => {
    const Shark = { allOf: [ref('Fish'), { properties: { teeth: { type: 'integer' } } }] }
    const text = compiled(generate(reading(ref('Animal'), { Animal, Fish, Shark })))
    expect(declarationOf(text, 'Animal')).toBe('export type Animal = Fish | Shark')
    expect(declarationOf(text, 'Fish')).toContain(
      "extends FishBase {\n  /** What it is. */\n  kind: 'Fish'\n",
    )
    expect(declarationOf(text, 'Shark')).toContain(
      "extends FishBase {\n  teeth?: number\n  /** What it is. */\n  kind: 'Shark'\n",
    )
  })

  it('counts a base with a value of its own as a variant', () => {
    const mapping = { animal: 'Animal', fish: 'Fish' }
    const Own = { ...Animal, discriminator: { propertyName: 'kind', mapping } }
    const text = generate(reading(ref('Animal'), { Animal: Own, Fish }))
    expect(declarationOf(text, 'Animal')).toBe('export type Animal = AnimalBase | Fish')
    expect(declarationOf(text, 'AnimalBase')).toContain("kind: 'animal'")
  })
})

describe('generated variants', () => {
  const kind = { type: 'string' }
  const Cat = { required: ['kind', 'lives'], properties: { kind, lives: { type: 'integer' } } }
  const Dog = { required: ['kind', 'tricks'], properties: { kind, tricks: { type: 'string' } } }
  const oneOf = [ref('Cat'), ref('Dog')]
  const discriminator = { propertyName: 'kind' }
  const mapping = { cat: ref('Cat').$ref, tom: 'Cat', dog: 'Dog' }
  const Animal = { required: ['kind'], properties: { kind }, discriminator }
  const extending = {
    Pet: Animal,
    Cat: { allOf: [ref('Pet'), Cat] },
    Dog: { allOf: [ref('Pet'), Dog] },
    Puppy: { allOf: [ref('Dog'), { required: ['age'], properties: { age: { type: 'number' } } }] },
  }

  it.each([
    ['oneOf', { Pet: { oneOf, discriminator }, Cat, Dog }, 'Cat', 'Dog'],
    ['a mapping', { Pet: { oneOf, discriminator: { ...discriminator, mapping } }, Cat, Dog }, 'tom', 'dog'],
    ['allOf', extending, 'Cat', 'Dog'],
    ['allOf at a distance', extending, 'Cat', 'Puppy', '; age: 1'],
  ])('have the values of a discriminator of %s alone', (_, schemas, cat, dog, more = '') => {
    const name = `api${Object.keys(modules).length}`
    const text = compiled(generate(reading(ref('Pet'), schemas)))
    expect(declarationOf(text, 'Pet')).toContain('Cat | Dog')
    compiled(`import type { Pet } from './${name}.ts'
declare const accept: <Value extends Pet>() => Value
accept<{ kind: '${cat}'; lives: 9 }>()
accept<{ kind: '${dog}'; tricks: 'all'${more} }>()
// @ts-expect-error: the member of another variant
accept<{ kind: '${cat}'; tricks: 'all'${more} }>()
// @ts-expect-error: no variant
accept<{ kind: 'fish'; lives: 1 }>()
// @ts-expect-error: without its discriminator
accept<{ lives: 9 }>()
// @ts-expect-error: another type
accept<{ kind: '${cat}'; lives: 'nine' }>()`)
  })

  it('compile strictly', () => {
    expect(Object.keys(modules).length).toBeGreaterThan(1)
    expect(compile(modules)).toBe('')
  })
})
