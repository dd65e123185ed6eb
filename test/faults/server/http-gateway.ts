import type { CancelAnswer, GatewayRecord, PaymentAnswer, PaymentGateway } from '@giftcards/marketplace'

/** A payment gateway that is asked over HTTP; whatever is no answer of its own is a failure. */
export function createHttpGateway(url: string): PaymentGateway {
  async function ask(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`The gateway answered ${response.status}`)
    return response.json()
  }
  return {
    charge: async (charge) => (await ask('/charge', charge)) as PaymentAnswer,
    cancel: async (reference) => (await ask('/cancel', { reference })) as CancelAnswer,
    async refund(refund) {
      await ask('/refund', refund)
    },
    find: async (reference) => (await ask('/find', { reference })) as GatewayRecord[],
  }
}
