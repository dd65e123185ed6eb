/** The measurements besides works on sides, by the name that `--only` takes. */
export const partTitles = {
  start: 'Start until ready, and memory when idle',
  memory: 'Memory over an hour of requests',
  operations: 'Cost of a request as the contract grows',
  orders: 'Cost of a request as the database grows',
  client: 'What the client adds to a call',
  checker: 'Requests that the contract checker judges',
  types: 'Type check of a consumer of the client',
  instances: 'Servers that share one PostgreSQL',
} as const

/** The name of a part. */
export type PartName = keyof typeof partTitles

/** All names, in the order in which they are measured. */
export const partNames = Object.keys(partTitles) as readonly PartName[]
