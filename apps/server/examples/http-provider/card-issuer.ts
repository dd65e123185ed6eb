import process from 'node:process'
import type { CardIssuer, CardSecrets } from '@giftcards/marketplace'
import {
  createProviderClient,
  type ProviderClient,
  ProviderError,
  readProviderSettings,
  unexpected,
} from './provider-client.ts'

/** Called once by a server whose `CARD_ISSUER_MODULE` names this file. */
export default function create(): CardIssuer {
  return createCardIssuer(createProviderClient(readProviderSettings(process.env)))
}

/** A card issuer over the provider's API. The reference of a card is the provider's idempotency key. */
export function createCardIssuer(client: ProviderClient): CardIssuer {
  return {
    async issue({ reference, merchant, faceValueCents }) {
      const content = { idempotencyKey: reference, reference, brand: String(merchant.id), faceValueCents }
      const response = await client.call('POST', '/v1/cards', content)
      if (response.status !== 201) throw unexpected('the request for a card', response)
      return toSecrets(response.body)
    },
    async void(reference) {
      const response = await client.call('POST', '/v1/cards/void', { reference })
      if (response.status !== 200) throw unexpected('the voiding of a card', response)
    },
  }
}

function toSecrets(body: unknown): CardSecrets {
  const read = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const [number, pin, serial] = [read('number'), read('pin'), read('serial')]
  if (typeof number !== 'string' || number === '' || typeof pin !== 'string' || typeof serial !== 'string')
    throw new ProviderError('The provider returned an invalid card')
  return { number, pin, serial }
}
