import { createPartnerClient } from '@giftcards/client'

const client = createPartnerClient({
  baseUrl: new URLSearchParams(location.search).get('api'),
  appId: 'demo-app',
  credentials: { email: 'elite@example.com', password: 'correct-horse-battery' },
})

client.createCart().then(
  ({ cards }) => (document.title = `a cart with ${cards.length} cards`),
  (error) => (document.title = String(error)),
)
