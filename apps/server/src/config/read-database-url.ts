import { type Environment, readText } from './read-variable.ts'

/** The database of a server, and of the commands that look after it. */
export function readDatabaseUrl(env: Environment): string {
  return readText(env, 'DATABASE_URL') ?? 'sqlite:./.data/marketplace.db'
}
