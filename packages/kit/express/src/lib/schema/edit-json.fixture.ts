import { isJsonObject } from './json-object.ts'

const STRANGERS: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  'ACH',
  '2026-02-30T00:00:00Z',
  'a@b.example',
  -1,
  0,
  1.5,
  1e21,
  [],
  [{}],
  {},
]

/** Every value that differs from `value` in one place: a member or item left out, another value put there, a member added. */
export function editsOf(value: unknown): unknown[] {
  return [...STRANGERS, ...innerEdits(value)]
}

function innerEdits(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return [
      ...items.map((_, at) => items.toSpliced(at, 1)),
      ...items.flatMap((item, at) => editsOf(item).map((edited) => items.with(at, edited))),
      [...items, ...items],
    ]
  }
  if (!isJsonObject(value)) return []
  return [
    ...Object.keys(value).map((name) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ),
    ...Object.entries(value).flatMap(([name, member]) =>
      editsOf(member).map((edited) => ({ ...value, [name]: edited })),
    ),
    { ...value, 'a/stranger~0': 1 },
  ]
}
