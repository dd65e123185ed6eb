import type {
  CancelAnswer,
  CardIssuer,
  CardSecrets,
  GatewayRecord,
  PaymentAnswer,
  PaymentGateway,
} from '@giftcards/marketplace'

/** Calls a provider over HTTP. Rejects unless the provider responds with success. */
function connect(url: string) {
  return async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    return response.json()
  }
}

/** Creates a payment gateway that is called over HTTP. */
export function createHttpGateway(url: string): PaymentGateway {
  const ask = connect(url)
  return {
    charge: async (charge) => (await ask('/charge', charge)) as PaymentAnswer,
    cancel: async (reference) => (await ask('/cancel', { reference })) as CancelAnswer,
    async refund(refund) {
      await ask('/refund', refund)
    },
    find: async (reference) => (await ask('/find', { reference })) as GatewayRecord[],
  }
}

/** Creates a card issuer that is called over HTTP. */
export function createHttpIssuer(url: string): CardIssuer {
  const ask = connect(url)
  return {
    issue: async ({ reference }) => (await ask('/issue', { reference })) as CardSecrets,
    async void(reference) {
      await ask('/void', { reference })
    },
  }
}
