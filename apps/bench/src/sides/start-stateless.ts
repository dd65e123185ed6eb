import type { RunningSide } from './side.ts'
import type { SideName } from './sides.ts'
import { startPeer } from './start-peer.ts'
import { startPrism } from './start-prism.ts'
import type { PeerFiles } from './write-answers.ts'

/** The sides that have no state of their own. */
export type StatelessName = Exclude<SideName, 'sqlite' | 'postgres'>

/** Starts one of them. */
export function startStateless(name: StatelessName, files: PeerFiles): Promise<RunningSide> {
  switch (name) {
    case 'prism':
    case 'prism-log':
      return startPrism(files.document, name === 'prism-log')
    case 'bare-http':
    case 'bare-express':
    case 'express-validator':
    case 'fastify':
      return startPeer(name, files.answers)
  }
}
