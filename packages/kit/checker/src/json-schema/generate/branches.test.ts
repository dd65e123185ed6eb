import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../base/json.ts'
import { SchemaSet } from '../base/schema-set.ts'
import { validValuesOf } from './valid-values.ts'

const petType = { petType: { type: 'string' } }
const extending = (name: string): JsonObject => ({
  allOf: [
    { $ref: '#/components/schemas/Pet' },
    { properties: { [name]: { type: 'integer' } }, required: [name] },
  ],
})

/** The pairs of discriminating value and property of their own that are drawn for a component. */
const pairsOf = (name: string, schemas: JsonObject): string[] => {
  const set = new SchemaSet()
  set.addDocument('memory:/api', { openapi: '3.0.3', components: { schemas } }, 'openapi-3.0')
  const values = sample(validValuesOf(set.node('memory:/api', `/components/schemas/${name}`)), {
    seed: 5,
    numRuns: 60,
  })
  const pairs = values.map((value) => {
    const { petType: type, ...rest } = value as { petType: string }
    return `${type} ${Object.keys(rest).join(' ')}`
  })
  return [...new Set(pairs)].toSorted()
}

const base = (discriminator: JsonObject): JsonObject => ({
  Pet: { type: 'object', required: ['petType'], properties: petType, discriminator },
  Cat: extending('meow'),
  Dog: extending('bark'),
})

const union = (discriminator: JsonObject, dogTypes: Json = { type: 'string' }): JsonObject => ({
  Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator },
  Cat: {
    type: 'object',
    required: ['petType', 'meow'],
    properties: { ...petType, meow: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['petType', 'bark'],
    properties: { petType: dogTypes, bark: { type: 'integer' } },
  },
})

describe('discriminate', () => {
  it('names the branch of a union by its component', () => {
    expect(pairsOf('Pet', union({ propertyName: 'petType' }))).toEqual(['Cat meow', 'Dog bark'])
  })

  it('names it by the mapping, to references and to names', () => {
    const mapping = { feline: '#/components/schemas/Cat', canine: 'Dog' }
    expect(pairsOf('Pet', union({ propertyName: 'petType', mapping }))).toEqual([
      'canine bark',
      'feline meow',
    ])
  })

  it('overlooks a name that the branch does not allow', () => {
    const schemas = union({ propertyName: 'petType' }, { type: 'string', enum: ['dog'] })
    expect(pairsOf('Pet', schemas)).toEqual(['Cat meow', 'dog bark'])
  })

  it('draws an extension for a base schema', () => {
    const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
    expect(pairsOf('Pet', base({ propertyName: 'petType', mapping }))).toEqual(['cat meow', 'dog bark'])
  })

  it('finds the extensions where no mapping lists them', () => {
    expect(pairsOf('Pet', base({ propertyName: 'petType' }))).toEqual(['Cat meow', 'Dog bark'])
  })

  it('names an extension drawn by itself', () => {
    expect(pairsOf('Dog', base({ propertyName: 'petType', mapping: { dog: 'Dog' } }))).toEqual(['dog bark'])
  })

  it('stands a union that its branches extend', () => {
    const schemas = base({ propertyName: 'petType' })
    const pet = {
      ...(schemas['Pet'] as JsonObject),
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    }
    expect(pairsOf('Pet', { ...schemas, Pet: pet })).toEqual(['Cat meow', 'Dog bark'])
  })

  it('overlooks a mapping that leads nowhere', () => {
    const mapping = { cat: 'Cat', dog: 'Dog', bird: '#/components/schemas/Bird' }
    expect(pairsOf('Pet', base({ propertyName: 'petType', mapping }))).toEqual(['cat meow', 'dog bark'])
  })

  it('gives way where it leaves no value', () => {
    const schemas = base({ propertyName: 'petType', mapping: { dog: 'Dog' } })
    const plain = { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { bark: false } }] }
    expect(pairsOf('Plain', { ...schemas, Plain: plain }).length).toBeGreaterThan(0)
  })
})
