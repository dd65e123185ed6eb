import type { operations } from '@giftcards/contract'
import type { Handlers } from '@contract-kit/express'
import { partnerOperations } from './index.ts'
import type { Operation, PartnerContext, ProvidedHeaders } from './operation.ts'

// Checked by the compiler alone: each line below it must not compile, or the line above it is an error itself.

const { getOrder: _omitted, ...withoutOne } = partnerOperations

// @ts-expect-error an operation of the contract without a handler
export const incomplete: Handlers<operations, PartnerContext, ProvidedHeaders> = withoutOne

export const foreign = {
  ...partnerOperations,
  // @ts-expect-error a handler without an operation in the contract
  cancelOrder: partnerOperations.getOrder,
} satisfies Handlers<operations, PartnerContext, ProvidedHeaders>

const cart = { cartId: '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18', cards: [], couponData: null }

export const declared: Operation<'createCart'> = async () => ({ status: 201, body: cart })

// @ts-expect-error 204 is not declared for createCart
export const undeclaredStatus: Operation<'createCart'> = async () => ({ status: 204, body: undefined })

// @ts-expect-error a cart lacks its cards
export const missingField: Operation<'createCart'> = async () => ({
  status: 201,
  body: { cartId: cart.cartId, couponData: null },
})

// @ts-expect-error cartId is a string
export const wrongType: Operation<'createCart'> = async () => ({ status: 201, body: { ...cart, cartId: 7 } })

// @ts-expect-error an order is not a cart
export const wrongBody: Operation<'getOrder'> = async () => ({ status: 200, body: cart })

export const readsItsPath: Operation<'getWalletCard'> = async ({ path }) => {
  path.cardId satisfies number
  // @ts-expect-error wallet cards have no cartId
  const unknown: unknown = path.cartId
  throw new Error(String(unknown))
}
