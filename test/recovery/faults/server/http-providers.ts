import type {
  CancelAnswer,
  CardIssuer,
  CardSecrets,
  GatewayRecord,
  PaymentAnswer,
  PaymentGateway,
} from '@giftcards/marketplace'

/** Calls a provider over HTTP. Anything but a response of its own is a failure. */
function connect(url: string) {
  return async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    return response.json()
  }
}

/** A payment gateway that is asked over HTTP. */
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

/** A card issuer that is asked over HTTP. */
export function createHttpIssuer(url: string): CardIssuer {
  const ask = connect(url)
  return {
    issue: async ({ reference }) => (await ask('/issue', { reference })) as CardSecrets,
    async void(reference) {
      await ask('/void', { reference })
    },
  }
}
