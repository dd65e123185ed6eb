/** The fixed IDs of the examples, by the object that they identify. */
export const storyIds = {
  cart: '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18',
  firstLine: 'b7e4c1d0-52f8-4a36-8c09-6f1a2e3d4b51',
  secondLine: '5a9d0e37-c8b1-4f62-93d4-e07b1c2f8a64',
  order: 'd2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92',
  firstCard: 200001,
  overviewVersion: 'Yc3VtWq0sJ1n5eZbK8uP2g',
} as const

/** The server's IDs by the story IDs that they replace. */
export type KnownIds = ReadonlyMap<string | number, string | number>

/** Replaces every string in a JSON value that is a story ID with the server's ID. Other values stay unchanged. */
export function replaceStoryIds(value: unknown, known: KnownIds): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceStoryIds(item, known))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, replaceStoryIds(inner, known)]),
    )
  return typeof value === 'string' ? (known.get(value) ?? value) : value
}
