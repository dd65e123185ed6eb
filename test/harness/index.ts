export { bookOf } from './book.ts'
export { type CallOptions, fillPath } from './call.ts'
export { type ReceivedAnswer, checkExchange } from './check-exchange.ts'
export { closeSchemas } from './close-schemas.ts'
export { type Exchange, send, sendChecked } from './exchange.ts'
export { type FailingStore, createFailingStore } from './failing-store.ts'
export { createHeldGateway } from './held-gateway.ts'
export { operationObject } from './operation-object.ts'
export { type Partner, openSession } from './partner.ts'
export { type Random, createRandom } from './random/create-random.ts'
export { readSeed } from './random/read-seed.ts'
export { rememberingHasher } from './remembering-hasher.ts'
export { repositoryRoot } from './repository-root.ts'
export { everyCall, sampleCalls } from './sample-calls.ts'
export { type RawRequest, sendRaw } from './send-raw.ts'
export { schemaOf, shapeOf, typesIn } from './shape-of.ts'
export { type Sandbox, startSandbox, storyTime } from './start-sandbox.ts'
export { type ServerOnDatabase, startServerOn } from './start-server-on.ts'
export { type KnownIds, replaceStoryIds, storyIds } from './story-ids.ts'
export {
  type CardRequest,
  type CardsCheckout,
  type Cart,
  type Order,
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  placeOrder,
  storyAddress,
  storyCard,
  storyCards,
  storyPayments,
} from './story.ts'
export { bearer, claimsOf, headerOf } from './token-claims.ts'
export { uuid } from './uuid.ts'
