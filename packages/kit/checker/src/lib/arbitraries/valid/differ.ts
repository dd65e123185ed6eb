import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { just, type Alternative, type Choice, type Step } from './choice.ts'

/** The ways in which an array differs from a given array, or an object from a given object. */
export const differ = (value: readonly Json[] | JsonObject): Choice =>
  isObject(value) ? differObject(value) : differArray(value)

const differArray = (list: readonly Json[]): Alternative[] => [
  ...(list.length === 0 ? [] : [just({ kind: 'itemCount', max: list.length - 1 })]),
  just({ kind: 'itemCount', min: list.length + 1 }),
  ...list.map((item, index) =>
    just(
      { kind: 'itemCount', min: index + 1 },
      {
        kind: 'itemLayer',
        prefix: list.map((_, at) => (at === index ? [{ kind: 'differs', value: item }] : [])),
        rest: [],
      },
    ),
  ),
]

const differObject = (object: JsonObject): Alternative[] => {
  const names = Object.keys(object)
  return [
    ...names.map((name) => just({ kind: 'absent', name })),
    ...Object.entries(object).map(([name, value]) =>
      just({ kind: 'present', name }, propertyThatDiffers(name, value)),
    ),
    just({ kind: 'propertyCount', min: names.length + 1 }),
  ]
}

const propertyThatDiffers = (name: string, value: Json): Step => ({
  kind: 'propertyLayer',
  properties: new Map([[name, [{ kind: 'differs', value }]]]),
  patterns: [],
  rest: [],
  describesRest: false,
})
