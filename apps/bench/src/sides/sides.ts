/** Everything that is measured, in the order of the tables. */
export const sideTitles = {
  'bare-http': 'node:http, the limit',
  'bare-express': 'Express, bare',
  fastify: 'Fastify, its schemas',
  'express-validator': 'Express and its validator',
  sqlite: 'This server, SQLite',
  postgres: 'This server, PostgreSQL',
  prism: 'Prism, silent',
  'prism-log': 'Prism, its log on',
} as const

/** The name of a side, as `--only` takes it. */
export type SideName = keyof typeof sideTitles

/** All names, in the order of the tables. */
export const sideNames = Object.keys(sideTitles) as readonly SideName[]

/** The side that all others are compared with. */
export const yardstick: SideName = 'bare-express'
