import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { createCardList } from './card-list.ts'
import { type GatewayFault, noFault } from './gateway-fault.ts'
import { type Charge, createLedger, type Refund } from './ledger.ts'

// A payment gateway and a card issuer in their own process. Their records survive every crash of the servers that call them.
const ledger = createLedger()
const cards = createCardList()
let fault = noFault

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/movements') return send(response, 200, ledger.movements)
  if (request.url === '/cards') return send(response, 200, cards.list())
  const body: unknown = await json(request)
  if (request.url === '/fault') {
    fault = body as GatewayFault
    return send(response, 200, fault)
  }
  if (request.url === '/charge') {
    process.send?.({ kind: 'charge' })
    return perform(response, fault, () => ledger.charge(body as Charge))
  }
  if (request.url === '/refund') return perform(response, fault, () => ledger.refund(body as Refund))
  const { reference } = body as { readonly reference: string }
  if (request.url === '/find') return perform(response, fault, () => ledger.find(reference))
  if (request.url === '/issue')
    return perform(response, { ...noFault, delayMs: fault.delayMs }, () => cards.issue(reference))
  if (request.url === '/void')
    return perform(response, { ...noFault, delayMs: fault.delayMs }, () => cards.void(reference))
  return perform(response, fault.hitsCancel ? fault : noFault, () => ledger.cancel(reference))
}

function perform(response: ServerResponse, { kind, delayMs }: GatewayFault, work: () => unknown): void {
  if (kind === 'fails') return send(response, 500, { message: 'Out of order' })
  if (kind === 'hangs') return
  const result = work()
  if (kind === 'loses-answer') {
    response.destroy()
    return
  }
  setTimeout(() => send(response, 200, result), delayMs)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.({ kind: 'listening', port: address?.port })
})
