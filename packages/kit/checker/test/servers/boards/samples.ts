import type { ProbeAnswer, ProbeClient } from '../kernel/probe-client.ts'
import { callers, type Caller } from './callers.ts'
import { mediaType } from './media-type.ts'

/** The workspace that the document names. */
export const home = '/workspaces/ws-harbor'

/** Things that are there from the start. */
export const seeded = {
  board: 'brd-0001',
  draft: '1001',
  open: '1002',
  cardOfAnother: '1003',
  entry: 'a0000000-0000-4000-8000-000000000001',
  account: 'acc_ida001',
  accountOfAnother: 'acc_per002',
} as const

const lead = { name: 'Ida', role: 'lead' } as const
const helper = { name: 'Per', role: 'helper' } as const

/** Smallest attributes of each kind. */
export const smallest = {
  board: { name: 'Attic' },
  card: { title: 'Sweep', assignees: [lead] },
  entry: { kind: 'work', minutes: 50, rate: '10.01' },
} as const

/** Two people of whom the second leads. */
export const leadLast = [helper, lead] as const

/** The body of a write. */
export const dataOf = (type: string, attributes: object): object => ({ data: { type, attributes } })

interface Options {
  /** The key of a creation; without it, one of its own. */
  readonly key?: string
  readonly as?: Caller
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a body of this media type, with an idempotency key. */
export const write = (
  send: ProbeClient,
  method: string,
  target: string,
  json: unknown,
  { key = 'key-of-a-probe', as, headers = {} }: Options = {},
): Promise<ProbeAnswer> =>
  send(method, target, {
    json,
    headers: {
      'content-type': mediaType,
      'idempotency-key': key,
      ...(as === undefined ? {} : { authorization: `Bearer ${as.token}`, 'x-api-key': as.key }),
      ...headers,
    },
  })

/** Adds a card, and gives its path. */
export const addCard = async (
  send: ProbeClient,
  attributes: object = {},
  key = 'key-of-a-card',
): Promise<string> => {
  const json = dataOf('cards', { ...smallest.card, ...attributes })
  const { json: made } = await write(send, 'POST', `${home}/cards`, json, { key })
  return `${home}/cards/${made.data?.id}`
}

/** Adds a board, and gives its path. */
export const addBoard = async (send: ProbeClient, attributes: object = {}): Promise<string> => {
  const json = dataOf('boards', { ...smallest.board, ...attributes })
  const { json: made } = await write(send, 'POST', `${home}/boards`, json)
  return `${home}/boards/${made.data?.id}`
}

/** Adds entries with these minutes, in order. */
export const addEntries = async (send: ProbeClient, ...minutes: readonly number[]): Promise<void> => {
  for (const count of minutes) {
    const json = dataOf('entries', { ...smallest.entry, minutes: count, billable: count < 100 })
    await write(send, 'POST', `${home}/entries`, json, { key: `key-of-${count}-minutes` })
  }
}

/** Completes a card. */
export const complete = (send: ProbeClient, card: string, cost = '10.55'): Promise<ProbeAnswer> =>
  write(send, 'POST', `${card}/actions/complete`, dataOf('completions', { outcome: 'delivered', cost }))

/** Changes a card of this version, then reads it. */
export const changeCard = async (send: ProbeClient, card: string, version: number, attributes: object) => {
  await write(send, 'PATCH', card, dataOf('cards', { version, ...attributes }))
  await send('GET', card)
}

/** The other caller. */
export const colleague: Caller = callers.per

/** One credential alone, the other one left out. */
export const only = (headers: Readonly<Record<string, string>>) => ({ anonymous: true, headers }) as const
