import { type JsonObject, toList, toText } from '../json-object.ts'

/**
 * The limits of a schema that a value breaks, each as the end of a sentence. A limit of another type than the value's
 * is not broken (JSON Schema 2020-12, validation vocabulary).
 */
export function findBrokenLimits(schema: JsonObject, value: unknown): string[] {
  return Object.entries(schema).flatMap(([keyword, limit]) => limits[keyword]?.(limit, value) ?? [])
}

type Limit = (limit: unknown, value: unknown) => string[]
const toCount = (limit: unknown, noun: string): string => `${toText(limit)} ${noun}${limit === 1 ? '' : 's'}`
const says = (isBroken: boolean, problem: string): string[] => (isBroken ? [problem] : [])
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? Array.from(value).length : Number.NaN
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)

const limits: Readonly<Record<string, Limit>> = {
  const: (limit, value) => says(value !== limit, `must be ${toText(limit)}`),
  enum: (limit, value) => {
    const names = toList(limit).map(toText)
    return says(
      !toList(limit).includes(value),
      `must be ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}`,
    )
  },
  minLength: (limit, value) =>
    says(
      lengthOf(value) < Number(limit),
      limit === 1 ? 'must not be empty' : `must have at least ${toCount(limit, 'character')}`,
    ),
  maxLength: (limit, value) =>
    says(lengthOf(value) > Number(limit), `must have at most ${toCount(limit, 'character')}`),
  minimum: (limit, value) => says(numberOf(value) < Number(limit), `must be at least ${toText(limit)}`),
  maximum: (limit, value) => says(numberOf(value) > Number(limit), `must be at most ${toText(limit)}`),
  exclusiveMaximum: (limit, value) =>
    says(numberOf(value) >= Number(limit), `must be less than ${toText(limit)}`),
  minItems: (limit, value) =>
    says(countOf(value) < Number(limit), `must have at least ${toCount(limit, 'item')}`),
  maxItems: (limit, value) =>
    says(countOf(value) > Number(limit), `must have at most ${toCount(limit, 'item')}`),
  pattern: (limit, value) =>
    says(typeof value === 'string' && !new RegExp(toText(limit), 'u').test(value), 'has an invalid format'),
  format: (limit, value) =>
    says(
      typeof value === 'string' && formats[toText(limit)]?.test(value) === false,
      `must be a valid ${formatNames[toText(limit)] ?? toText(limit)}`,
    ),
}

const formats: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s]+$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}
const formatNames: Readonly<Record<string, string>> = { uuid: 'UUID' }
