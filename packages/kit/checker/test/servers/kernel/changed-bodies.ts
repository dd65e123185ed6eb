type Place = readonly (string | number)[]

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const placesOf = (value: unknown, at: Place = []): readonly Place[] => {
  if (!isContainer(value)) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  const added: readonly Place[] = Array.isArray(value) ? [[...at, value.length]] : [[...at, 'colour']]
  return [at, ...entries.flatMap(([name, item]) => placesOf(item, [...at, name])), ...added]
}

const removed = Symbol('removed')

const replaceAt = (value: unknown, [name, ...rest]: Place, by: unknown): unknown => {
  if (name === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  if (rest.length > 0) copy[name] = replaceAt(copy[name], rest, by)
  else if (by !== removed) copy[name] = by
  else if (Array.isArray(copy)) copy.splice(Number(name), 1)
  else delete copy[name]
  return copy
}

const texts = [
  '',
  'x',
  'Hot',
  'ink',
  'Ink',
  'me',
  'bot',
  'urgent',
  'critical',
  'checklist',
  'none',
  'kim@office',
  '+46123',
]
const lengths = [
  20, 21, 40, 41, 60, 61, 64, 65, 80, 81, 100, 101, 120, 121, 140, 141, 200, 201, 300, 301, 500, 501,
]
const times = [
  '2024-02-30',
  '2024-02-29',
  '2024-02-29T23:59:59.5+01:00',
  '2024-02-29 23:59:59Z',
  '2024-02-29T24:00:00Z',
]
const numbers = [
  0,
  -1,
  1,
  0.5,
  1.005,
  5,
  6,
  7,
  17,
  120,
  125,
  128,
  366,
  1000,
  1000.5,
  5000,
  5001,
  2 ** 31 - 1,
  2 ** 31,
]
const containers = [
  [],
  [1, 1],
  ['ink', 'ink'],
  ['ink'],
  [1, 2, 'cm'],
  [1, 2, 'cm', 4],
  {},
  { critics: 6 },
  { A1: 1 },
  { a: 'b' },
]

const ofAnyType: readonly unknown[] = [removed, null, true, 'x', 0, 1.5, [], {}]

const longTexts = lengths.map((length) => 'x'.repeat(length))

// A value of each other type, and those of its own type that some schema may not like.
const oddValuesFor = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string') return [...ofAnyType, ...texts, ...times, ...longTexts]
  if (typeof value === 'number') return [...ofAnyType, ...numbers]
  return [...ofAnyType, ...containers]
}

const valueAt = (sample: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], sample)

/** Each sample with each of its places removed, added to or replaced by a value that some schema may not like. */
export const changedBodies = (samples: readonly object[]): readonly unknown[] =>
  samples.flatMap((sample) => [
    sample,
    ...placesOf(sample).flatMap((place) =>
      oddValuesFor(valueAt(sample, place))
        .filter((by) => by !== removed || place.length > 0)
        .map((by) => replaceAt(sample, place, by)),
    ),
  ])
