import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { IssuedCards } from './card-list.ts'
import type { GatewayFault } from './gateway-fault.ts'
import type { Movement } from './ledger.ts'

/** The process of the gateway and the issuer, as the tests see it. */
export interface GatewayProcess {
  readonly url: string
  setFault(fault: GatewayFault): Promise<void>
  /** Returns every movement of money so far. */
  listMovements(): Promise<readonly Movement[]>
  /** Returns every card of the issuer so far. */
  listCards(): Promise<IssuedCards>
  /** Resolves when the next charge has arrived. */
  nextCharge(): Promise<void>
  end(): Promise<void>
}

type Message = { readonly kind: 'listening'; readonly port: number } | { readonly kind: 'charge' }

/** Starts the gateway in its own process on a free port. */
export async function startGateway(): Promise<GatewayProcess> {
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), { stdio: 'inherit', execArgv: [] })
  let waiting = Promise.withResolvers<void>()
  const listening = new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The gateway ended')))
    child.on('message', (message: Message) => {
      if (message.kind === 'listening') return resolve(message.port)
      waiting.resolve()
      waiting = Promise.withResolvers()
    })
  })
  const url = `http://127.0.0.1:${await listening}`
  return {
    url,
    async setFault(fault) {
      const answer = await fetch(`${url}/fault`, { method: 'POST', body: JSON.stringify(fault) })
      await answer.text()
    },
    async listMovements() {
      const answer = await fetch(`${url}/movements`)
      return (await answer.json()) as Movement[]
    },
    async listCards() {
      const answer = await fetch(`${url}/cards`)
      return (await answer.json()) as IssuedCards
    },
    nextCharge: () => waiting.promise,
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
