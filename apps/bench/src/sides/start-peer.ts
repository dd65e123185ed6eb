import { join } from 'node:path'
import type { RunningSide } from './side.ts'
import { spawnSide } from './spawn-side.ts'

/** The servers without a state that are written for the bench, by file name. */
export type PeerName = 'bare-http' | 'bare-express' | 'express-validator' | 'fastify'

/** Starts one of them; `answersFile` holds what it returns. It runs as in production. */
export function startPeer(name: PeerName, answersFile: string): Promise<RunningSide> {
  return spawnSide({
    args: [join(import.meta.dirname, `../peers/${name}.ts`)],
    env: { ANSWERS: answersFile, NODE_ENV: 'production' },
  })
}
