import { parsePointer } from '@contract-kit/json-schema/json'

/** The readable place of a change, part by part. */
export interface Place {
  /** `GET /trips, response 200`. */
  readonly parts: readonly string[]
  /** The way through a schema: `legs[].price`. */
  readonly way: string
}

/** A place by its first part. */
export const placeOf = (...parts: readonly string[]): Place => ({ parts, way: '' })

/** The same place with one more part. */
export function within({ parts }: Place, part: string): Place {
  return { parts: [...parts, part], way: '' }
}

/** The member of an object; after a variant, with a colon. */
export function memberOf({ parts, way }: Place, name: string): Place {
  const separator = way === '' ? '' : /(?:^|, )variant [^,:]+$/.test(way) ? ': ' : '.'
  return { parts, way: `${way}${separator}${name}` }
}

/** The items of an array, or the unnamed members of an object: `[]`, `{}`. */
export function insideOf({ parts, way }: Place, brackets: string): Place {
  return { parts, way: way + brackets }
}

/** One of several schemas to choose from, counted from 0. */
export function variantOf({ parts, way }: Place, index: number): Place {
  return { parts, way: `${way === '' ? '' : `${way}, `}variant ${index + 1}` }
}

/** The schema that a value names by a discriminator. */
export function variantNamed({ parts, way }: Place, value: string): Place {
  return { parts, way: `${way === '' ? '' : `${way}, `}variant ${value}` }
}

/** `POST /trips, response 200, legs[].price (schema Leg)`. */
export function describePlace({ parts, way }: Place, pointer: string): string {
  const [components, kind, name] = parsePointer(pointer)
  const schema =
    components === 'components' && kind === 'schemas' && name !== undefined ? ` (schema ${name})` : ''
  return [...parts, ...(way === '' ? [] : [way])].join(', ') + schema
}
