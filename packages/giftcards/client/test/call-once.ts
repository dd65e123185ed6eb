import process from 'node:process'
import { createPartnerClient } from '../src/index.ts'

// A program that makes one call, and has no more to do.
const [, , baseUrl = ''] = process.argv
const client = createPartnerClient({
  baseUrl,
  appId: 'app',
  timeoutMs: 300_000,
  tokenStore: { get: () => 'held', set: () => undefined },
})
await client.createCart()
