import { own, type JsonObject } from '../../schema/json.ts'
import { just, type Alternative } from './choice.ts'
import type { NumberFact } from './number-draft.ts'

/** int64 stops where a double no longer holds every integer: what cannot be written exactly is not sent. */
const ranges: Readonly<Record<string, readonly [minimum: number, maximum: number, isInteger: boolean]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1, true],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true],
  float: [-3.4028234663852886e38, 3.4028234663852886e38, false],
}

const bound = (kind: 'minimum' | 'maximum', value: number, isExclusive = false): NumberFact => ({
  kind,
  value,
  isExclusive,
})

const multipleOf = (value: number): NumberFact => ({ kind: 'multipleOf', value })

const rangeOf = (schema: JsonObject) => {
  const format = own(schema, 'format')
  return typeof format === 'string' && Object.hasOwn(ranges, format) ? ranges[format] : undefined
}

/** The four bounds as facts, each with the fact that breaks it. */
const boundsOf = (schema: JsonObject): (readonly [kept: NumberFact, broken: NumberFact])[] =>
  (['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const).flatMap((keyword) => {
    const value = own(schema, keyword)
    if (typeof value !== 'number') return []
    const isExclusive = keyword.startsWith('exclusive')
    const [side, other] = keyword.toLowerCase().endsWith('minimum')
      ? (['minimum', 'maximum'] as const)
      : (['maximum', 'minimum'] as const)
    return [[bound(side, value, isExclusive), bound(other, value, !isExclusive)] as const]
  })

const isIntegral = (schema: JsonObject): boolean => {
  const type = own(schema, 'type')
  return Array.isArray(type) ? type.includes('integer') && !type.includes('number') : type === 'integer'
}

/** What the keywords for numbers ask of a number. */
export const holdNumber = (schema: JsonObject): NumberFact[] => {
  const step = own(schema, 'multipleOf')
  const [minimum, maximum, isInteger] = rangeOf(schema) ?? []
  return [
    ...(isIntegral(schema) || isInteger === true ? [multipleOf(1)] : []),
    ...(typeof step === 'number' && step > 0 ? [multipleOf(step)] : []),
    ...boundsOf(schema).map(([kept]) => kept),
    ...(minimum === undefined || maximum === undefined
      ? []
      : [bound('minimum', minimum), bound('maximum', maximum)]),
  ]
}

/** The ways in which a number breaks one of the keywords for numbers. */
export const failNumber = (schema: JsonObject): Alternative[] => {
  const step = own(schema, 'multipleOf')
  const [minimum, maximum, isInteger] = rangeOf(schema) ?? []
  return [
    ...boundsOf(schema).map(([, broken]) => just(broken)),
    ...(typeof step === 'number' && step > 0 ? [just({ kind: 'notMultipleOf', value: step })] : []),
    ...(isIntegral(schema) || isInteger === true ? [just({ kind: 'notMultipleOf', value: 1 })] : []),
    // The range of int64 is broken only far outside: twice its true bounds.
    ...(isInteger === true && minimum !== undefined && maximum !== undefined
      ? [just(bound('maximum', minimum * 4096, true)), just(bound('minimum', maximum * 4096, true))]
      : []),
  ]
}
