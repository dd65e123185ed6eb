import type { FaultTable } from '../fault.ts'
import { carts, cartLines, coupons, operation, stored } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '3.1-01',
    file: carts,
    find: 'if (seen === undefined || seen.cart.expiresAt <= now) return undefined',
    replace:
      'if (seen === undefined || seen.cart.expiresAt <= now) return undefined\n  if (seen.cart.lines.length === 0) return { id: crypto.randomUUID(), lines: [], coupon: null, warning: null }',
  },
  { rule: '3.1-02', file: operation('create-cart'), find: 'isNew ? 201 : 200', replace: '200' },
  {
    rule: '3.1-03',
    file: operation('create-cart'),
    find: 'body: toCart(cart)',
    replace: 'body: toCart({ ...cart, lines: [] })',
  },
  {
    rule: '3.1-04',
    file: stored('stock'),
    find: "reserved: eb('reserved', '+', param('count'))",
    replace: "reserved: eb('reserved', '+', 0)",
  },
  {
    rule: '3.1-05',
    file: cartLines,
    after: 'export function adjustQuantity',
    find: 'if (cardCount(cart.lines) + adjustment',
    replace:
      "if ((await tx.findStock(line))!.onHand < line.quantity + adjustment) return refused('insufficient_inventory')\n    if (cardCount(cart.lines) + adjustment",
  },
  {
    rule: '3.1-06',
    file: cartLines,
    after: 'export function adjustQuantity',
    find: 'await tx.releaseStock(line, -adjustment)',
    replace: '',
  },
  {
    rule: '3.1-07',
    file: cartLines,
    after: 'export function removeCard',
    find: 'await tx.deleteCartLine(cart.id, line.id)',
    replace:
      'await (line.quantity > 1 ? tx.putCartLine(cart.id, { ...line, quantity: line.quantity - 1 }) : tx.deleteCartLine(cart.id, line.id))',
  },
  {
    rule: '3.1-08',
    file: cartLines,
    after: 'export function removeCard',
    find: "if (line === undefined) return refused('cart_card_not_found')",
    replace: 'if (line === undefined) return done({})',
  },
  {
    rule: '3.1-09',
    file: coupons,
    after: 'export function applyCoupon',
    find: 'await tx.updateCart(cart.id, { couponCode: coupon.code })',
    replace: '',
  },
  {
    rule: '3.1-10',
    file: coupons,
    find: "if (cart.couponCode !== null) return refused('coupon_already_applied')",
    replace: '',
  },
  { rule: '3.1-11', file: coupons, find: 'await tx.updateCart(cart.id, { couponCode: null })', replace: '' },
  {
    rule: '3.1-12',
    file: coupons,
    find: 'if (cart.couponCode === null || cart.couponCode !== canonicalCode(code))',
    replace: 'if (cart.couponCode === null)',
  },
  {
    rule: '3.1-13',
    file: carts,
    find: 'if (seen === undefined || seen.cart.expiresAt <= now) return undefined',
    replace:
      'if (seen === undefined || seen.cart.expiresAt <= now) return undefined\n  seen.cart.lines.length = Math.min(seen.cart.lines.length, 1)',
  },
  {
    rule: '3.1-14',
    file: 'packages/giftcards/marketplace/src/lib/checkout/checkout.ts',
    find: "if (cards.kind === 'cart') await tx.deleteCart(cards.cart.id)",
    replace: '',
  },
  {
    rule: '3.1-15',
    file: carts,
    find: 'await tx.updateCart(cart.id, { expiresAt: now + settings.cartTtlMs })',
    replace: 'await tx.updateCart(cart.id, { expiresAt: now + 2 * settings.cartTtlMs })',
  },
]
