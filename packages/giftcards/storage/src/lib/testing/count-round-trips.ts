import type { Pool, PoolClient } from 'pg'

/** What a database was asked. */
export interface Asked {
  /** Those that begin and end transactions included. */
  statements: number
  /** How often something was sent to a connection that had answered everything before: each waits for the network. */
  roundTrips: number
}

/** Counts what is sent over the connections that a pool makes from now on. */
export function countRoundTrips(pool: Pool): Asked {
  const asked: Asked = { statements: 0, roundTrips: 0 }
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let unanswered = 0
    const answer = () => void (unanswered -= 1)
    client.query = ((...args: unknown[]) => {
      asked.statements += 1
      // Without a pipeline each waits for the answer to the one before.
      if (unanswered === 0 || !client.pipeline) asked.roundTrips += 1
      unanswered += 1
      const result = query(...args)
      result.then(answer, answer)
      return result
    }) as PoolClient['query']
  })
  return asked
}
